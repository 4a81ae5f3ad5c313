import type { Mail, MailCalendar } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { Html, html } from '../http/html.ts'
import { fill } from './fill.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** A line of a mail, as text and as HTML. */
interface Line {
  text: string
  html: Html
}

export const textLine = (text: string): Line => ({ text, html: lines(text.split(/\r?\n/).map((one) => html`${one}`)) })

export const linkLine = (url: string): Line => ({ text: url, html: html`<a href="${url}">${url}</a>` })

/** The check-in token, in HTML with its QR code. */
export const checkinLine = (token: string): Line => ({
  text: token,
  html: html`<img src="cid:qr-code" alt="${token}" width="300" height="300"><br><code>${token}</code>`,
})

/** Writes a mail: a greeting, the paragraphs, why the contact gets it, and how to stop messages. */
export function mailOf(
  message: MessageContext,
  { subject, paragraphs, ...attached }: { subject: string; paragraphs: Line[][] } & Attached,
): Mail {
  const { language, say, values } = messageTexts(message)
  const optOut = `${message.link}/opt-out`
  const all = [
    [textLine(fill(say.greeting, values))],
    ...paragraphs,
    [textLine(say.closing)],
    [textLine(say.optOut), linkLine(optOut)],
  ]
  return {
    channel: 'email',
    ...envelope(message),
    from: oneLine(values.entity),
    subject: oneLine(fill(subject, values)),
    text: all.map((paragraph) => paragraph.map(({ text }) => text).join('\n')).join('\n\n'),
    html: html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>
${all.map((paragraph) => html`<p>${lines(paragraph.map((line) => line.html))}</p>\n`)}</body></html>`.text,
    optOut,
    ...attached,
  }
}

interface Attached {
  calendar: MailCalendar | undefined
  qrCode?: Buffer
}

const lines = (all: Html[]) => html`${all.map((line, index) => html`${index > 0 && new Html('<br>')}${line}`)}`
