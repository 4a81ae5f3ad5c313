import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { lockHolds } from './held-data.ts'
import { type Hold, holdOf, type NewHold } from './hold.ts'

interface Author {
  entityId: string
  /** The name of the credential. */
  by: string
}

/** Places a hold. What a deletion has removed until then is gone. */
export async function placeHold(
  trx: Transaction<Schema>,
  { entityId, by }: Author,
  { contact_external_id, reason }: NewHold,
  now: Instant,
): Promise<Hold> {
  await lockHolds(trx, entityId)
  const row = {
    hold_id: newId(),
    contact_external_id: contact_external_id ?? null,
    reason: cleanText(reason).trim(),
    placed_at: now,
    placed_by: by,
  }
  await trx
    .insertInto('holds')
    .values({ entity_id: entityId, ...row })
    .execute()
  return holdOf({ ...row, released_at: null, released_by: null })
}

/** Releases a hold. The second release of a hold changes nothing.
 *  @throws Problem hold-not-found */
export async function releaseHold(trx: Transaction<Schema>, { entityId, by }: Author, id: string, now: Instant) {
  await lockHolds(trx, entityId)
  const hold = await trx
    .selectFrom('holds')
    .select('released_at')
    .where('entity_id', '=', entityId)
    .where('hold_id', '=', id)
    .executeTakeFirst()
  if (!hold) throw new Problem('hold-not-found')
  if (hold.released_at !== null) return
  await trx
    .updateTable('holds')
    .set({ released_at: now, released_by: by })
    .where('entity_id', '=', entityId)
    .where('hold_id', '=', id)
    .execute()
}
