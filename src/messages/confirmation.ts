import type { Calendar, Letter } from '../channels/content.ts'
import { letterOf } from './letter.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** The check-in token, for the front desk. */
export interface Checkin {
  checkinToken: string
  /** The check-in token as PNG. */
  qrCode: Buffer
}

export function confirmationLetter(
  message: MessageContext,
  { checkinToken, qrCode }: Checkin,
  calendar: Calendar | undefined,
): Letter {
  const { say, rows } = messageTexts(message)
  return letterOf(message, {
    subject: say.confirmedSubject,
    title: say.confirmed,
    rows: rows('confirmation'),
    checkin: { say: say.showAtDesk, label: say.qrCode, token: checkinToken, qrCode },
    button: message.areAnswersClosed
      ? undefined
      : { say: say.changeOfMind, label: say.changeAnswer, url: message.link },
    calendar,
  })
}
