import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type ActionName, renderAction } from '../actions/action.ts'
import { recordActions } from '../actions/record.ts'
import { endOfVisitDay, issueCheckinToken, revokeCheckinTokens } from '../checkin/issued-token.ts'
import type { Schema } from '../database/schema.ts'
import { confirmByMail, type Sending, stopDeliveries } from '../delivery/outbox.ts'
import type { Entity } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import { lockNotification } from '../notifications/lock.ts'
import { transitions } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'

/** What a contact answers; `arrive` is the front desk's. */
export type AnswerName = Exclude<ActionName, 'arrive'>

/** An answer, and the address that it came by. */
export interface Answer {
  action: AnswerName
  channel: string
  uid: string
  /** With `reschedule`: what the contact says about another time. */
  wish?: string
}

/** Records a contact's answer: state, action, check-in token and deliveries change together. Each change of mind is an
 *  action; the same answer again is none, and one that comes too late or is not allowed changes nothing. Gives whether
 *  there was an action. */
export async function answer(
  trx: Transaction<Schema>,
  sending: Sending,
  entity: Entity,
  notificationId: string,
  { action, channel, uid, wish }: Answer,
  now: Instant,
): Promise<boolean> {
  const { notification, state } = (await lockNotification(trx, entity.id, notificationId))!
  const startsAt = findPlugin(notification.category, notification.target)?.startsAt(notification.params)
  const next = transitions[state][action]
  if (!next || (startsAt !== undefined && startsAt <= now)) return false

  const changes = {
    ...(next !== state && { wish: null, answered_at: now }),
    ...(action === 'reschedule' && wish && { wish }),
  }
  await trx
    .updateTable('notifications')
    .set({ state: next, ...changes })
    .where('entity_id', '=', entity.id)
    .where('notification_id', '=', notificationId)
    .execute()
  if (next === state) return false

  const record = renderAction({ action, at: now, channel, uid }, notification)
  const recorded = { action_id: randomUUIDv7(), notification_id: notificationId, at: now, action, channel, record }
  await recordActions(trx, entity.id, [recorded])
  await stopDeliveries(trx, entity.id, notificationId)
  if (action === 'confirm') {
    const expiresAt = startsAt === undefined ? null : endOfVisitDay(startsAt, entity.time_zone)
    await issueCheckinToken(trx, sending.secret, notification, expiresAt)
    await confirmByMail(trx, sending, entity.id, notificationId, now)
  } else {
    await revokeCheckinTokens(trx, entity.id, notificationId, action === 'cancel' ? 'cancelled' : 'moved', now)
  }
  return true
}
