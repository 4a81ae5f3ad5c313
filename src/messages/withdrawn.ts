import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Mail, MailCalendar, Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { fill } from './fill.ts'
import { mailOf, textLine } from './mail.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** Writes the news that the clinic has withdrawn the visit, with the cancellation of its calendar entry. */
export function withdrawnMail(message: MessageContext, calendar: MailCalendar | undefined): Mail {
  const { say, thing, values } = messageTexts(message)
  const { entity, when } = values
  const paragraphs = [[textLine(say.withdrawn)], [thing, entity, when].map(textLine)]
  return mailOf(message, { subject: say.withdrawnSubject, paragraphs, calendar })
}

export function withdrawnText(message: MessageContext): Text {
  const { say, values } = messageTexts(message)
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments([oneLine(fill(say.withdrawnText, values))]),
  }
}
