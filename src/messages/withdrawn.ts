import type { Calendar, Letter } from '../channels/content.ts'
import { letterOf } from './letter.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** Writes the news that the clinic has withdrawn the visit, with the cancellation of its calendar entry. */
export function withdrawnLetter(message: MessageContext, calendar: Calendar | undefined): Letter {
  const { say, time } = messageTexts(message)
  return letterOf(message, {
    subject: say.withdrawnSubject,
    title: say.withdrawn,
    rows: time.map((row) => ({ ...row, is: 'old' as const })),
    calendar,
  })
}

export function withdrawnTexts(message: MessageContext): string[] {
  const { say, write } = messageTexts(message)
  return say.withdrawnText.map(write)
}
