import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { isFree } from '../../platform/database/due-rows.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import { leaseMicros } from '../../platform/scheduling/lease.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { lockHolds } from '../holds/held-data.ts'
import { endWork } from '../personal-data/end-work.ts'
import { removePersonalData } from '../personal-data/remove.ts'
import { deleteByContact } from './delete-by-contact.ts'
import { deleteResponses } from './delete-responses.ts'
import { contactOf, type DueErasure, notificationsOf, ofErasure, report } from './erasure-row.ts'
import { findHold, keepData } from './keep-held.ts'
import { removeFiles } from './remove-files.ts'

export interface EraseContext {
  database: Database
  audit: Audit
  /** The folder of the messages that the service writes to files. */
  outbox: string
}

/** The name of the work in the audit. */
export const erasureWorkName = 'erasures'

/** Erases some data of a contact. A repetition continues after an interruption.
 *  @returns whether there is more to do now. `later`: a message to the contact is on its way */
export async function eraseSome(context: EraseContext, erasure: DueErasure, now: Instant): Promise<Progress> {
  const { database, audit, outbox } = context
  const { entity_id: entityId } = erasure
  const { hold, ids } = await database.writeFor(entityId, (trx) => prepare(trx, erasure, now))
  if (hold !== undefined) await keepData(database, erasure, hold, now)
  if (ids.length === 0) return 'end'
  // A message that is being sent would write its file, and its outcome, after the erasure.
  if (await hasMessageUnderWay(database, entityId, ids, now)) return 'later'
  const files = await removeFiles(database, outbox, entityId, ids)
  await database.writeFor(entityId, async (trx) => {
    await lockHolds(trx, entityId)
    const idempotency_keys = await deleteResponses(trx, { entityId, ids, texts: [] })
    const rows = await removePersonalData(trx, { entityId, ids, removed: 'erasure' })
    await report(trx, erasure, 'erased', { ...rows, idempotency_keys, files })
  })
  const contacts = contactsIn(ids.length, () => ids)
  audit.record({ entityId, who: { kind: 'worker' }, operation: erasureWorkName, contacts, outcome: 'removed' })
  return 'more'
}

type Progress = 'more' | 'later' | 'end'

interface Prepared {
  /** Why the data are kept. */
  hold?: string
  /** Notifications of the contact whose messages and reminders have stopped. */
  ids: string[]
}

/** Ends the erasure if no notification of the contact is left. */
async function prepare(trx: Transaction<Schema>, erasure: DueErasure, now: Instant): Promise<Prepared> {
  const { entity_id: entityId } = erasure
  await lockHolds(trx, entityId)
  const contact = await contactOf(trx, erasure)
  if (contact === null) return { ids: [] }
  const hold = await findHold(trx, entityId, contact)
  if (hold !== undefined) return { hold, ids: [] }
  const ids = await notificationsOf(trx, entityId, contact)
  if (ids.length > 0) await endWork(trx, entityId, ids)
  else await end(trx, erasure, contact, now)
  return { ids }
}

async function end(trx: Transaction<Schema>, erasure: DueErasure, contact: string, now: Instant) {
  const { entity_id: entityId, erasure_id } = erasure
  // The request of the erasure itself: the report does not count it.
  await deleteResponses(trx, { entityId, ids: [], texts: [erasure_id] })
  const idempotency_keys = await deleteResponses(trx, { entityId, ids: [], texts: [contact] })
  const rows = await deleteByContact(trx, entityId, contact)
  await report(trx, erasure, 'erased', { ...rows, idempotency_keys })
  await ofErasure(trx, erasure).set({ contact_external_id: null, erased_at: now }).execute()
}

async function hasMessageUnderWay(database: Database, entityId: string, ids: string[], now: Instant) {
  const leased = await database
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .where(({ not }) => not(isFree(now, leaseMicros)))
    .limit(sql.lit(1))
    .execute()
  return leased.length > 0
}
