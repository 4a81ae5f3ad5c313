import type { Transaction } from 'kysely'
import { findChannel } from '../../channels/registry.ts'
import type { Schema } from '../../database/schema.ts'
import { addDeliveries, type DeliverySettings, deliveriesOf } from '../../delivery/outbox.ts'
import { findEntity } from '../../entities/entity.ts'
import { Problem } from '../../errors.ts'
import { formatInstant, type Instant } from '../../instant.ts'
import type { AnswerName } from '../../plugins/answer-name.ts'
import { timesOfVisit } from '../../plugins/registry.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { answer } from './answer.ts'
import { isAnswerable } from './events.ts'
import { requireLocked } from './lock.ts'
import { type Answered, closingOfAnswers } from './record-answer.ts'

/** An answer that staff record for the contact, who gave it by telephone or at the desk. */
export interface StaffAnswer {
  action: AnswerName
  /** With `reschedule`: the contact's wish for another time. */
  wish?: string
  /** The name of the credential. */
  by: string
}

/** Applies an answer that staff heard from the contact. After a confirmation, texts the link of the QR code to the
 *  telephones that received the notice.
 *  @throws Problem notification-not-found, notification-ended, answer-not-offered, too-late */
export async function answerForContact(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  key: NotificationKey,
  staffAnswer: StaffAnswer,
  now: Instant,
): Promise<Answered> {
  const { notification, revision, state } = await requireLocked(trx, key)
  if (!isAnswerable(state)) throw new Problem('notification-ended')
  const entity = (await findEntity(trx, key.entityId))!
  const given = { ...staffAnswer, channel: 'desk', uid: notification.contact.external_id }
  const answered = await answer(trx, settings, { entity, notification, revision }, given, now)
  if (answered.outcome === 'not-offered') throw new Problem('answer-not-offered')
  if (answered.outcome === 'too-late') {
    const closed = closingOfAnswers(timesOfVisit(notification)!, staffAnswer.by)
    throw new Problem('too-late', { window_closed_at: formatInstant(closed) })
  }
  if (answered.outcome === 'recorded' && staffAnswer.action === 'confirm')
    await addAcknowledgements(trx, settings, key, now)
  return answered
}

async function addAcknowledgements(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  key: NotificationKey,
  at: Instant,
) {
  const received = (await deliveriesOf(trx, key)).filter(
    ({ kind, channel, state, removed }) =>
      (kind === 'notice' || kind === 'moved') &&
      !findChannel(channel).carriesPictures &&
      (state === 'sent' || state === 'delivered') &&
      removed === 0,
  )
  const added = received.map(({ channel, uid }) => ({ kind: 'acknowledgement' as const, channel, uid, at }))
  await addDeliveries(trx, settings, key, added)
}
