import type { Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type RemovedRows, removePersonalData } from '../personal-data/remove.ts'
import { contactOf, type DueErasure, notificationsOf, ofErasure, report } from './erasure-row.ts'
import { sumOf } from './kinds.ts'

/** Returns the reason of a hold on the contact, or on all contacts of the entity. */
export async function findHold(
  trx: Transaction<Schema>,
  entityId: string,
  contact: string,
): Promise<string | undefined> {
  const hold = await trx
    .selectFrom('holds')
    .select('reason')
    .where('entity_id', '=', entityId)
    .where('released_at', 'is', null)
    .where(({ eb, or }) => or([eb('contact_external_id', 'is', null), eb('contact_external_id', '=', contact)]))
    .orderBy('hold_id')
    .executeTakeFirst()
  return hold?.reason
}

class RollBack extends Error {}

/** Ends the erasure of a contact whose data a hold keeps, and counts them: it removes them, and rolls back. */
export async function keepData(database: Database, erasure: DueErasure, hold: string, now: Instant) {
  const { entity_id: entityId } = erasure
  let kept: RemovedRows = {}
  await database
    .writeFor(entityId, async (trx) => {
      const contact = await contactOf(trx, erasure)
      if (contact === null) throw new RollBack()
      for (let ids = await notificationsOf(trx, entityId, contact); ids.length > 0; ) {
        kept = sumOf(kept, await removePersonalData(trx, { entityId, ids, removed: 'erasure' }))
        ids = await notificationsOf(trx, entityId, contact)
      }
      throw new RollBack()
    })
    .catch((error) => {
      if (!(error instanceof RollBack)) throw error
    })
  await database.writeFor(entityId, async (trx) => {
    if ((await contactOf(trx, erasure)) === null) return
    await report(trx, erasure, 'kept', kept)
    const ended = { contact_external_id: null, contact_hash: null, kept: hold, erased_at: now, finished_at: now }
    await ofErasure(trx, erasure).set(ended).execute()
  })
}
