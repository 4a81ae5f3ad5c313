import type { Transaction } from 'kysely'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** The data of an entity that nothing may delete: those of all contacts, or of these (`contact_external_id`). */
export type HeldData = 'all' | ReadonlySet<string>

/** Returns which data of an entity are held. A hold that a request places meanwhile waits until the transaction ends: it returns
 *  when the deletion is complete, and not between. */
export async function heldData(trx: Transaction<Schema>, entityId: string): Promise<HeldData> {
  await lockHolds(trx, entityId)
  const holds = await trx
    .selectFrom('holds')
    .select('contact_external_id')
    .where('entity_id', '=', entityId)
    .where('released_at', 'is', null)
    .execute()
  const contacts = holds.map(({ contact_external_id }) => contact_external_id)
  return contacts.includes(null) ? 'all' : new Set(contacts.filter((contact) => contact !== null))
}

export const isHeld = (held: HeldData, contactExternalId: string) => held === 'all' || held.has(contactExternalId)

/** Makes deletions, and changes of holds, wait for each other. */
export const lockHolds = (trx: Transaction<Schema>, entityId: string) => engineOf(trx).lockKey(entityId).execute(trx)
