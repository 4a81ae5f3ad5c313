import type { Transaction } from 'kysely'
import { findChannel } from '../../channels/registry.ts'
import { findEntity } from '../../entities/entity.ts'
import { deliveriesOf } from '../../messages/delivery/deliveries-of-notification.ts'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { wasSent } from '../../messages/delivery/state.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { type MarkedKey, markedKey, type NotificationKey } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { slotOf } from '../../visits/slots.ts'
import { type AnswerResult, answer, closingOfAnswers } from './answer.ts'
import { requireLocked } from './lock.ts'
import { isCurrent, refuseSlot, type StaffAnswer } from './staff-answer.ts'
import { canHappen, isAnswerable } from './transitions.ts'

/** Applies an answer that staff heard from the contact; `by` is the name of their credential. After a confirmation, sends the
 *  link of the QR code to the addresses that received the notice and show no pictures.
 *  @throws Problem notification-not-found, answered-since, notification-ended, answer-not-offered, too-late; invalid-body, if the clinic does
 *    not offer the slot */
export async function answerForContact(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: NotificationKey,
  given: StaffAnswer & { by: string },
  now: Instant,
): Promise<AnswerResult> {
  const locked = await requireLocked(trx, key)
  if (!isCurrent(given, locked)) throw new Problem('answered-since')
  const { notification, state } = locked
  if (!isAnswerable(state) && !canHappen(given.action, state)) throw new Problem('notification-ended')
  const entity = (await findEntity(trx, key.entityId))!
  const { action, wish, by } = given
  const slot = slotOf(given)
  const uid = notification.contact.external_id
  const answerAtDesk = { action, wish, slot, channel: 'desk', uid, by }
  const answered = await answer(trx, outbox, { entity, notification }, answerAtDesk, now)
  if (answered.outcome === 'not-offered') throw new Problem('answer-not-offered')
  if (answered.outcome === 'slot-gone') refuseSlot(slot!, now)
  if (answered.outcome === 'too-late') {
    const closed = closingOfAnswers(timesOfVisit(notification)!, state, given.by)
    throw new Problem('too-late', { window_closed_at: formatInstant(closed) })
  }
  if (answered.outcome === 'recorded' && given.action === 'confirm')
    await addAcknowledgements(trx, outbox, markedKey(notification), now)
  return answered
}

async function addAcknowledgements(trx: Transaction<Schema>, outbox: OutboxContext, key: MarkedKey, at: Instant) {
  const received = (await deliveriesOf(trx, key)).filter(
    ({ kind, channel, state, removed }) =>
      (kind === 'notice' || kind === 'moved') &&
      !findChannel(channel).carriesPictures &&
      wasSent(state) &&
      removed === 0,
  )
  const added = received.map(({ channel, uid }) => ({ kind: 'acknowledgement' as const, channel, uid, at }))
  await addDeliveries(trx, outbox, key, added)
}
