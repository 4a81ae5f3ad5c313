import type { Address } from '../channels/address.ts'
import type { MailCalendar, Message } from '../channels/message.ts'
import type { Acknowledged, MessageKind } from '../delivery/kind.ts'
import { acknowledgementText } from './acknowledgement.ts'
import { clarificationText } from './clarification.ts'
import { confirmationMail } from './confirmation.ts'
import type { MessageContext } from './message-context.ts'
import { movedMail, movedText, noticeMail, noticeText } from './notice.ts'
import { withdrawnMail, withdrawnText } from './withdrawn.ts'

/** The parts of a message that do not follow from its context. */
export interface Parts {
  takesReplies: boolean
  calendar(message: MessageContext): Promise<MailCalendar | undefined>
  /** The check-in token with its QR code as PNG, or undefined if it cannot be derived any more. */
  checkin(): Promise<{ checkinToken: string; qrCode: Buffer } | undefined>
}

/** Writes one kind of message, or returns the reason to stop the delivery. */
type Write = (
  parts: Parts,
  message: MessageContext,
  channel: Address['channel'],
) => Message | { stopped: string } | Promise<Message | { stopped: string }>

const notice: Write = async ({ takesReplies, calendar }, message, channel) =>
  channel === 'email' ? noticeMail(message, await calendar(message)) : noticeText(message, takesReplies)

const moved: Write = async (parts, message, channel) => {
  // A visit may move away and back before the contact learns of it.
  const isNews = message.knownTimes !== undefined && message.knownTimes.startsAt !== message.times?.startsAt
  if (!isNews) return notice(parts, message, channel)
  return channel === 'email'
    ? movedMail(message, await parts.calendar(message))
    : movedText(message, parts.takesReplies)
}

/** States the time that the contact was told of. */
const withdrawn: Write = async ({ calendar }, message, channel) => {
  const known = { ...message, times: message.knownTimes ?? message.times }
  return channel === 'email'
    ? withdrawnMail(known, await calendar({ ...message, state: 'withdrawn' }))
    : withdrawnText(known)
}

const confirmation: Write = async (parts, message) => {
  const checkin = await parts.checkin()
  // Tokens issued under a previous SECRET_KEY cannot be derived again.
  if (checkin === undefined) return { stopped: 'the check-in token was issued with an earlier SECRET_KEY' }
  return confirmationMail(message, { ...checkin, calendar: await parts.calendar(message) })
}

const acknowledgement: Write = (_parts, message) =>
  acknowledgementText({ ...message, state: message.state as Acknowledged })

/** Keyed by kind of message. A question is about several notifications. */
export const writers: Record<Exclude<MessageKind, 'question'>, Write> = {
  notice,
  moved,
  withdrawn,
  confirmation,
  acknowledgement,
  clarification: (_parts, message) => clarificationText(message),
}
