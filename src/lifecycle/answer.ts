import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ActionName } from '../actions/action.ts'
import { actionRow, recordAction } from '../actions/record.ts'
import { endOfVisitDay, issueCheckinToken, revokeCheckinTokens } from '../checkin/issued-token.ts'
import { preparedIn } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { addConfirmations, deliveriesOf, type Sending, stopDeliveries } from '../delivery/outbox.ts'
import type { Entity } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import type { Notification, NotificationKey } from '../notifications/notification.ts'
import { changeBy } from '../notifications/state.ts'
import { startOfVisit } from '../plugins/registry.ts'

/** What a contact answers; `arrive` is the front desk's. */
export type AnswerName = Exclude<ActionName, 'arrive'>

/** In UTF-16 code units, as browsers count. */
export const longestWish = 500

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
  notification: Notification,
  { action, channel, uid, wish }: Answer,
  now: Instant,
): Promise<boolean> {
  const { id } = notification
  const startsAt = startOfVisit(notification)
  if (startsAt !== undefined && startsAt <= now) return false
  const key = { entityId: entity.id, id }
  const [changed] = await changeState[action](trx, { ...key, now, wish: (action === 'reschedule' && wish) || null })
  if (!changed) {
    if (action === 'reschedule' && wish) await changeWish(trx, { ...key, wish })
    return false
  }

  const deliveries = await deliveriesOf(trx, key)
  if (deliveries.some(({ state }) => state === 'pending')) await stopDeliveries(trx, entity.id, id)
  if (action === 'confirm') {
    const expiresAt = startsAt === undefined ? null : endOfVisitDay(startsAt, entity.time_zone)
    await issueCheckinToken(trx, sending.secret, notification, expiresAt)
    await addConfirmations(trx, sending, key, deliveries, now)
  } else {
    await revokeCheckinTokens(trx, entity.id, id, action === 'cancel' ? 'cancelled' : 'moved', now)
  }
  await recordAction(trx, entity.id, actionRow(randomUUIDv7(), { action, at: now, channel, uid }, notification))
  return true
}

/** Changes the state where the answer changes it; gives no row where it does not. */
const changeState = { confirm: by('confirm'), reschedule: by('reschedule'), cancel: by('cancel') }

function by(action: AnswerName) {
  const { from, to } = changeBy(action)
  return preparedIn((database, { entityId, id, now, wish }: NotificationKey & { now: Instant; wish: string | null }) =>
    database
      .updateTable('notifications')
      .set({ state: to, answered_at: now, wish })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id)
      .where('state', 'in', from)
      .returning('state'),
  )
}

/** Who has asked for another time may say more about it. */
const changeWish = preparedIn((database, { entityId, id, wish }: NotificationKey & { wish: string }) =>
  database
    .updateTable('notifications')
    .set({ wish })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', changeBy('reschedule').to),
)
