import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { notificationsOfContact } from '../../visits/notifications-of-contact.ts'
import { addRows, type Counted } from './kinds.ts'

// Each of them takes about a millisecond.
const notificationsAtOnce = 50

export interface DueErasure {
  entity_id: string
  erasure_id: string
}

export const ofErasure = (trx: Transaction<Schema>, { entity_id, erasure_id }: DueErasure) =>
  trx.updateTable('erasures').where('entity_id', '=', entity_id).where('erasure_id', '=', erasure_id)

const selectErasure = (trx: Transaction<Schema>, { entity_id, erasure_id }: DueErasure) =>
  trx.selectFrom('erasures').where('entity_id', '=', entity_id).where('erasure_id', '=', erasure_id)

/** Returns the key of the contact; null when the work is done. */
export async function contactOf(trx: Transaction<Schema>, erasure: DueErasure): Promise<string | null> {
  const row = await selectErasure(trx, erasure).select('contact_external_id').executeTakeFirstOrThrow()
  return row.contact_external_id
}

/** Adds numbers of rows to the report of an erasure. */
export async function report(trx: Transaction<Schema>, erasure: DueErasure, ...[outcome, rows]: Counted) {
  const { data } = await selectErasure(trx, erasure).select('data').executeTakeFirstOrThrow()
  const sum = addRows(JSON.parse(data), outcome, rows)
  await ofErasure(trx, erasure)
    .set({ data: JSON.stringify(sum) })
    .execute()
}

/** Returns the ids of some notifications of a contact. */
export const notificationsOf = (trx: Transaction<Schema>, entityId: string, contact: string) =>
  notificationsOfContact(trx, { entityId, externalId: contact }, notificationsAtOnce)
