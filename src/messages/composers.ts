import { currentCheckinToken } from '../checkin/issued-token.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { Composer, DeliveryContext } from '../delivery/deliver.ts'
import { type Acknowledged, type MessageKind, messageKinds } from '../delivery/kind.ts'
import type { Message } from '../delivery/message.ts'
import { isOptedOut } from '../delivery/opt-out.ts'
import { changeLink, type Leased } from '../delivery/outbox.ts'
import { findEntity } from '../entities/entity.ts'
import { readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { startOfVisit } from '../plugins/registry.ts'
import { qrCodePng } from '../qr-code.ts'
import { changeable, noticesTo } from '../replies/notices.ts'
import { acknowledgementText } from './acknowledgement.ts'
import { calendarOf } from './calendar.ts'
import { confirmationMail } from './confirmation.ts'
import type { MessageContext } from './message-context.ts'
import { noticeMail, noticeText } from './notice.ts'
import { questionText } from './question.ts'

/** Writes one kind of message, or returns the reason to stop the delivery. */
type Write = (
  context: DeliveryContext,
  message: MessageContext,
  delivery: Leased,
) => Message | { stopped: string } | Promise<Message | { stopped: string }>

const notice: Write = async ({ channels }, message, { channel }) =>
  channel === 'email'
    ? noticeMail(message, await calendarFor(message))
    : noticeText(message, channels.mobile.takesReplies)

const confirmation: Write = async ({ database, secret }, message) => {
  const { entity, notification } = message
  const checkinToken = await currentCheckinToken(database, secret, entity.id, notification.id)
  // Tokens issued under a previous SECRET_KEY cannot be derived again.
  if (checkinToken === undefined) return { stopped: 'the check-in token was issued with an earlier SECRET_KEY' }
  const qrCode = await qrCodePng(checkinToken)
  return confirmationMail(message, { checkinToken, qrCode, calendar: await calendarFor(message) })
}

const acknowledgement: Write = (_context, message) =>
  acknowledgementText({ ...message, state: message.state as Acknowledged })

const question: Write = async ({ database, clock }, message, { uid }) => {
  const asked = changeable(await noticesTo(database, uid, clock.now()), clock.now())
    .filter((one) => one.asked)
    .sort((one, other) => one.asked!.number - other.asked!.number)
  if (asked.length === 0) return { stopped: 'answered' }
  const choices = asked.map((one) => [one.asked!.number, { ...message, ...one }] as const)
  return questionText(message, asked[0]!.asked!.action, new Map(choices))
}

export const composers: Record<MessageKind, Composer> = {
  notice: composer(notice),
  moved: composer(notice),
  withdrawn: composer(notice),
  confirmation: composer(confirmation),
  acknowledgement: composer(acknowledgement),
  question: composer(question),
}

/** Reads the current state, and stops the delivery if the message no longer applies. */
function composer(write: Write): Composer {
  return async (context, delivery) => {
    const { database, clock } = context
    const { entity_id, kind, notification_id, delivery_id: deliveryId, uid } = delivery
    const row = await database
      .selectFrom('notifications')
      .selectAll()
      .where('entity_id', '=', entity_id)
      .where('notification_id', '=', notification_id)
      .executeTakeFirstOrThrow()
    const { state } = row
    if (!(messageKinds[kind] as readonly State[]).includes(state)) return { stopped: state }
    const notification = readNotification(row)
    const startsAt = startOfVisit(notification)
    if (kind !== 'question' && startsAt !== undefined && startsAt <= clock.now()) return { stopped: 'too late' }
    if (await isOptedOut(database, entity_id, delivery)) return { stopped: 'opted out' }
    const entity = (await findEntity(database, entity_id))!
    const link = await linkOf(context, delivery)
    return write(context, { deliveryId, uid, entity, notification, state, startsAt, link }, delivery)
  }
}

const calendarFor = async ({ startsAt, ...message }: MessageContext) =>
  startsAt === undefined ? undefined : calendarOf({ ...message, startsAt })

/** Returns the URL of the answer page. If SECRET_KEY has changed since the delivery was stored, the link differs, so
 *  this function stores the new hash. */
async function linkOf({ database, secret, origin }: DeliveryContext, delivery: Leased): Promise<string> {
  const answer = answerLink(secret, delivery.entity_id, delivery.delivery_id)
  if (hashAnswerLink(answer) !== delivery.link_hash) await changeLink(database, delivery, hashAnswerLink(answer))
  return `${origin()}/a/${answer}`
}
