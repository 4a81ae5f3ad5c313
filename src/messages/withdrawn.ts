import type { Mail, MailCalendar, Text } from '../channels/message.ts'
import { fewestSegments } from '../channels/mobile/segments.ts'
import { mailOf } from './mail.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** Writes the news that the clinic has withdrawn the visit, with the cancellation of its calendar entry. */
export function withdrawnMail(message: MessageContext, calendar: MailCalendar | undefined): Mail {
  const { say, time } = messageTexts(message)
  return mailOf(message, {
    subject: say.withdrawnSubject,
    title: say.withdrawn,
    rows: time.map((row) => ({ ...row, is: 'old' as const })),
    calendar,
  })
}

export function withdrawnText(message: MessageContext): Text {
  const { say, write } = messageTexts(message)
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments(say.withdrawnText.map(write)),
  }
}
