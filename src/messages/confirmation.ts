import type { Mail, MailCalendar } from '../channels/message.ts'
import { mailOf } from './mail.ts'
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
  const { say, rows } = messageTexts(message)
  return mailOf(message, {
    subject: say.confirmedSubject,
    title: say.confirmed,
    rows: rows('confirmation'),
    checkin: { say: say.showAtDesk, label: say.qrCode, token: checkinToken },
    button: message.areAnswersClosed
      ? undefined
      : { say: say.changeOfMind, label: say.changeAnswer, url: message.link },
    calendar,
    qrCode,
  })
}
