import { currentCheckinToken } from '../checkin/issued-token.ts'
import { acrossEntities } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { Channels, Composer, DeliveryContext } from '../delivery/deliver.ts'
import { type Acknowledged, type MessageKind, messageKinds } from '../delivery/kind.ts'
import type { MailCalendar, Message } from '../delivery/message.ts'
import { isOptedOut } from '../delivery/opt-out.ts'
import { changeLink, type Leased } from '../delivery/outbox.ts'
import { findEntity } from '../entities/entity.ts'
import { readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { expectedUntil, timesOfVisit } from '../plugins/registry.ts'
import { qrCodePng } from '../qr-code.ts'
import { changeable, noticesTo } from '../replies/notices.ts'
import { acknowledgementText } from './acknowledgement.ts'
import { calendarMethod, calendarOf } from './calendar.ts'
import { confirmationMail } from './confirmation.ts'
import type { MessageContext } from './message-context.ts'
import { movedMail, movedText, noticeMail, noticeText } from './notice.ts'
import { questionText } from './question.ts'
import { withdrawnMail, withdrawnText } from './withdrawn.ts'

/** Writes one kind of message, or returns the reason to stop the delivery. */
type Write = (
  context: DeliveryContext,
  message: MessageContext,
  delivery: Leased,
) => Message | { stopped: string } | Promise<Message | { stopped: string }>

const notice: Write = async ({ channels }, message, { channel }) =>
  channel === 'email'
    ? noticeMail(message, await calendarFor(channels, message))
    : noticeText(message, channels.mobile.takesReplies)

const moved: Write = async (context, message, delivery) => {
  const { channels } = context
  // A visit may move away and back before the contact learns of it.
  const isNews = message.knownTimes !== undefined && message.knownTimes.startsAt !== message.times?.startsAt
  if (!isNews) return notice(context, message, delivery)
  return delivery.channel === 'email'
    ? movedMail(message, await calendarFor(channels, message))
    : movedText(message, channels.mobile.takesReplies)
}

/** States the time that the contact was told of. */
const withdrawn: Write = async ({ channels }, message, { channel }) => {
  const known = { ...message, times: message.knownTimes ?? message.times }
  return channel === 'email' ? withdrawnMail(known, await calendarFor(channels, message)) : withdrawnText(known)
}

const confirmation: Write = async ({ database, channels, secret, clock }, message) => {
  const { entity, notification } = message
  const checkinToken = await currentCheckinToken(database, secret, entity.id, notification.id, clock.now())
  // Tokens issued under a previous SECRET_KEY cannot be derived again.
  if (checkinToken === undefined) return { stopped: 'the check-in token was issued with an earlier SECRET_KEY' }
  const qrCode = await qrCodePng(checkinToken)
  return confirmationMail(message, { checkinToken, qrCode, calendar: await calendarFor(channels, message) })
}

const acknowledgement: Write = (_context, message) =>
  acknowledgementText({ ...message, state: message.state as Acknowledged })

const question: Write = async ({ database, clock }, message, { uid }) => {
  const notices = await acrossEntities(database, (isAvailable) => noticesTo(database, uid, clock.now(), isAvailable))
  const asked = changeable(notices, clock.now())
    .filter((one) => one.asked)
    .sort((one, other) => one.asked!.number - other.asked!.number)
  if (asked.length === 0) return { stopped: 'answered' }
  const choices = asked.map((one) => [one.asked!.number, { ...message, ...one }] as const)
  return questionText(message, asked[0]!.asked!.action, new Map(choices))
}

export const composers: Record<MessageKind, Composer> = {
  notice: composer(notice),
  moved: composer(moved),
  withdrawn: composer(withdrawn),
  confirmation: composer(confirmation),
  acknowledgement: composer(acknowledgement),
  question: composer(question),
}

/** Reads the current state, and stops the delivery if the message no longer applies. */
function composer(write: Write): Composer {
  return async (context, delivery) => {
    const { database, clock } = context
    const { entity_id, kind, notification_id, delivery_id: deliveryId, uid, told_of } = delivery
    const row = (await selectNotification(database, entity_id, notification_id))!
    const { state, revision } = row
    if (!(messageKinds[kind] as readonly State[]).includes(state)) return { stopped: state }
    const notification = readNotification(row)
    const times = timesOfVisit(notification)
    const knownRow = told_of === null ? undefined : await selectNotification(database, entity_id, told_of)
    const knownTimes = knownRow && timesOfVisit(readNotification(knownRow))
    const now = clock.now()
    // A contact who waits for a withdrawn visit may know of a later time than the last one.
    const known = kind === 'withdrawn' ? [times, knownTimes] : [times]
    const isLate = known.every((one) => !one || expectedUntil(one) <= now)
    if (kind !== 'question' && times && isLate) return { stopped: 'too late' }
    if (await isOptedOut(database, entity_id, delivery)) return { stopped: 'opted out' }
    const entity = (await findEntity(database, entity_id))!
    const link = await linkOf(context, delivery)
    const areAnswersClosed = times !== undefined && times.answersCloseAt <= now
    const message = {
      deliveryId,
      uid,
      entity,
      notification,
      state,
      revision,
      times,
      knownTimes,
      areAnswersClosed,
      link,
    }
    return write(context, message, delivery)
  }
}

const selectNotification = (database: Database, entityId: string, id: string) =>
  database
    .selectFrom('notifications')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirst()

async function calendarFor({ email }: Channels, message: MessageContext): Promise<MailCalendar | undefined> {
  const { entity, notification, state, revision, times, link: url } = message
  if (!times) return undefined
  const content = await calendarOf({ entity, notification, state, revision, url, organizer: email.sender })
  return { method: calendarMethod(state), content }
}

/** Returns the URL of the answer page. If SECRET_KEY has changed since the delivery was stored, the link differs, so
 *  this function stores the new hash. */
async function linkOf({ database, secret, origin }: DeliveryContext, delivery: Leased): Promise<string> {
  const answer = answerLink(secret, delivery.entity_id, delivery.delivery_id)
  if (hashAnswerLink(answer) !== delivery.link_hash) await changeLink(database, delivery, hashAnswerLink(answer))
  return `${origin()}/a/${answer}`
}
