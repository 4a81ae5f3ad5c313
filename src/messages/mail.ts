import type { Mail, MailCalendar } from '../channels/message.ts'
import { logoSize } from '../entities/logo.ts'
import { oneLine } from '../one-line.ts'
import { fill } from './fill.ts'
import type { MailContent } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** The parts of a mail that depend on its kind. */
interface Written extends Pick<MailContent, 'title' | 'rows'>, Partial<Pick<MailContent, 'checkin' | 'button'>> {
  /** With `$when` and `$parties`. */
  subject: string
  calendar: MailCalendar | undefined
  qrCode?: Buffer
}

/** Writes a mail as text and as HTML. */
export function mailOf(
  message: MessageContext,
  { subject, title, rows, checkin, button, calendar, qrCode }: Written,
): Mail {
  const { entity, logo, areAnswersClosed, state, link } = message
  const { language, say, thing, name, values } = messageTexts(message)
  const content: MailContent = {
    ...{ language, title, thing, rows, checkin, button },
    subject: oneLine(fill(subject, values)),
    greeting: name === undefined ? say.greetingWithoutName : fill(say.greeting, values),
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
    text: textOf(content, say.detail),
    html: mailHtml(content),
    calendar,
    optOut: content.optOut.url,
    ...(qrCode && { qrCode }),
    ...(logo && { logo }),
  }
}

function textOf(content: MailContent, detail: string): string {
  const { greeting, title, thing, rows, checkin, button, advice, clinic, closing, optOut } = content
  const paragraphs = [
    [greeting],
    [title],
    [thing, clinic.name, ...rows.map(({ label, value }) => fill(detail, { label, value }))],
    checkin && [checkin.say, checkin.token],
    button && [button.say, button.url],
    advice && [advice.say, advice.phone],
    [closing],
    (clinic.address ?? clinic.phone) && [clinic.name, clinic.address, clinic.phone],
    [optOut.say, optOut.url],
  ]
  return paragraphs.flatMap((lines) => (lines ? [lines.filter(Boolean).join('\n')] : [])).join('\n\n')
}
