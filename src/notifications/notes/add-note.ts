import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { lookAgain } from '../../visits/look-again.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { endClaim } from '../claims/claim-visit.ts'
import { requireLocked } from '../lifecycle/lock.ts'
import { type NewNote, type Note, noteOf } from './note.ts'

/** Adds a note to a notification in any state. A call ends the claim of the visit. No event tells other systems of it.
 *  @throws Problem notification-not-found */
export async function addNote(
  trx: Transaction<Schema>,
  key: NotificationKey,
  { text, call, by }: NewNote & { by: string },
  now: Instant,
): Promise<Note> {
  await requireLocked(trx, key)
  const row = {
    note_id: newId(),
    written_at: now,
    written_by: by,
    text: text === undefined ? null : cleanText(text).trim(),
    call: call ?? null,
  }
  await trx
    .insertInto('notes')
    .values({ entity_id: key.entityId, notification_id: key.id, ...row })
    .execute()
  await lookAgain(trx, key)
  if (call) await endClaim(trx, key)
  return noteOf(row)
}
