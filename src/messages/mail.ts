import type { Mail, MailCalendar } from '../channels/message.ts'
import { logoSize } from '../entities/logo.ts'
import { directionOf } from '../languages/languages.ts'
import { oneLine } from '../one-line.ts'
import type { MailContent, Row } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** The parts of a mail that depend on its kind. */
interface MailParts extends Pick<MailContent, 'title' | 'rows'>, Partial<Pick<MailContent, 'checkin' | 'button'>> {
  /** With `{when}` and `{parties}`. */
  subject: string
  calendar: MailCalendar | undefined
  qrCode?: Buffer
}

/** Writes a mail as text and as HTML. */
export function mailOf(
  message: MessageContext,
  { subject, title, rows, checkin, button, calendar, qrCode }: MailParts,
): Mail {
  const { entity, logo, areAnswersClosed, state, link } = message
  const { language, say, visitKind, name, write, writeRow } = messageTexts(message)
  const direction = directionOf(language)
  const [start, end] = direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const)
  const content: MailContent = {
    ...{ language, direction, start, end, title, visitKind, rows, checkin, button },
    subject: write(subject),
    greeting: name === undefined ? say.greetingWithoutName : write(say.greeting),
    advice:
      areAnswersClosed && state !== 'withdrawn'
        ? { say: entity.phone === undefined ? say.tooLate : say.callToChange, phone: entity.phone }
        : undefined,
    clinic: entity,
    logo: logo && logoSize(logo),
    closing: say.closing,
    optOut: { say: say.optOut, label: say.optOutLabel, url: `${link}/opt-out` },
  }
  return {
    channel: 'email',
    ...envelope(message),
    from: oneLine(entity.name),
    subject: content.subject,
    text: textOf(content, writeRow),
    html: mailHtml(content),
    calendar,
    optOut: content.optOut.url,
    ...(qrCode && { qrCode }),
    ...(logo && { logo }),
  }
}

function textOf(content: MailContent, writeRow: (row: Row) => string): string {
  const { greeting, title, visitKind, rows, checkin, button, advice, clinic, closing, optOut } = content
  const paragraphs = [
    [greeting],
    [title],
    [visitKind, clinic.name, ...rows.map(writeRow)],
    checkin && [checkin.say, checkin.token],
    button && [button.say, button.url],
    advice && [advice.say, advice.phone],
    [closing],
    (clinic.address ?? clinic.phone) && [clinic.name, clinic.address, clinic.phone],
    [optOut.say, optOut.url],
  ]
  return paragraphs.flatMap((lines) => (lines ? [lines.filter(Boolean).join('\n')] : [])).join('\n\n')
}
