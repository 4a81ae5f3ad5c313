import type { Mail, MailCalendar } from '../delivery/message.ts'
import { checkinLine, linkLine, mailOf, textLine } from './mail.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** The contents of a confirmation, for the front desk. */
export interface ConfirmationContent {
  checkinToken: string
  /** The check-in token as PNG. */
  qrCode: Buffer
  calendar: MailCalendar | undefined
}

export function confirmationMail(
  message: MessageContext,
  { checkinToken, qrCode, calendar }: ConfirmationContent,
): Mail {
  const { say, thing, details, values } = messageTexts(message)
  const { entity, when, link } = values
  const what = [thing, entity, when].filter(Boolean).join(', ')
  return mailOf(message, {
    subject: say.confirmedSubject,
    paragraphs: [
      [say.confirmed, what, ...details('confirmation')].map(textLine),
      [textLine(say.showAtDesk), checkinLine(checkinToken)],
      message.areAnswersClosed ? [textLine(say.callToChange)] : [textLine(say.changeOfMind), linkLine(link)],
    ],
    calendar,
    qrCode,
  })
}
