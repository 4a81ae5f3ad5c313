import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { actionRow, recordAction } from '../actions/record.ts'
import { arrivalWindow } from '../checkin/arrival-window.ts'
import { hashCheckinToken, isCheckinToken, normalSpelling } from '../checkin/checkin-token.ts'
import { inForce } from '../checkin/find-checkin.ts'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { transitions } from '../notifications/state.ts'
import { lockNotification } from './lock.ts'

/** Marks that the contact behind a check-in token is there. Gives the record of the action `arrive`.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked, already-arrived, too-early, too-late */
export async function arrive(trx: Transaction<Schema>, entityId: string, token: string, now: Instant): Promise<string> {
  const { notification_id } = inForce(await findToken(trx, entityId, token), now)
  const { notification, state, arrivedAt } = (await lockNotification(trx, entityId, notification_id))!
  // Again, since it may have been revoked while this waited.
  inForce(await findToken(trx, entityId, token), now)
  if (arrivedAt !== null) throw new Problem('already-arrived', { arrived_at: formatInstant(arrivedAt) })
  const next = transitions[state].arrive
  // A token in force belongs to a notification that is confirmed, or came with history.
  if (!next) throw new Problem('checkin-revoked', { reason: 'cancelled' })
  const window = await arrivalWindow(trx, notification)
  if (window && now < window.opens) throw new Problem('too-early', { window_opens_at: formatInstant(window.opens) })
  if (window && now >= window.closes) throw new Problem('too-late', { window_closed_at: formatInstant(window.closes) })

  await trx
    .updateTable('notifications')
    .set({ state: next, arrived_at: now })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', notification_id)
    .execute()
  // At the desk a contact is known by the client's own key.
  const desk = { channel: 'desk', uid: notification.contact.external_id }
  const row = actionRow(randomUUIDv7(), { action: 'arrive', at: now, ...desk }, notification)
  await recordAction(trx, entityId, row)
  return row.record
}

export async function findToken(trx: Kysely<Schema>, entityId: string, token: string) {
  if (!isCheckinToken(token)) return undefined
  const spellings = [token, normalSpelling(token)].filter((spelling) => spelling !== undefined)
  return trx
    .selectFrom('checkin_tokens')
    .select(['notification_id', 'expires_at', 'revoked'])
    .where('entity_id', '=', entityId)
    .where('token_hash', 'in', spellings.map(hashCheckinToken))
    .executeTakeFirst()
}
