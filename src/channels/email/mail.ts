import type { SendMailOptions } from 'nodemailer'
import type { Message, MessageView } from '../channel.ts'
import type { Calendar } from '../content.ts'
import { unconfiguredSender } from './environment.ts'

export interface Mail extends Message {
  /** The sender's name: the entity's. */
  from: string
  /** Contains no health data: other people may read it. */
  subject: string
  text: string
  /** Shows the pictures as `cid:qr-code` and `cid:logo`, and loads nothing. */
  html: string
  /** The visit as iCalendar. */
  calendar: Calendar | undefined
  /** The QR code as PNG. */
  qrCode?: Buffer
  /** The logo of the entity as PNG. */
  logo?: Buffer
  /** The URL at which the contact stops messages to this address. */
  optOut: string
}

/** Converts a mail to Nodemailer's format. Nodemailer encodes the parts and neutralises line breaks in headers. */
export const toMail = (mail: Mail, from: string): SendMailOptions => ({
  from: { name: mail.from, address: from },
  to: mail.uid,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  ...(mail.calendar && {
    icalEvent: { ...mail.calendar, filename: 'appointment.ics' },
  }),
  attachments: [...picture('qr-code', mail.qrCode), ...picture('logo', mail.logo)],
  messageId: `<${mail.id}@${from.split('@').at(-1)}>`,
  // RFC 8058. One click requires https.
  list: { unsubscribe: mail.optOut },
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.optOut.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
})

/** A picture that the HTML shows: programs hide it from the attachments of the mail. */
const picture = (name: string, png: Buffer | undefined) =>
  png ? [{ filename: `${name}.png`, content: png, cid: name, contentDisposition: 'inline' as const }] : []

/** Returns the mail as a file. */
export async function mailFile(mail: Mail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    toMail(mail, unconfiguredSender),
  )
  return written.message as Buffer
}

/** Returns the mail with its pictures inside the HTML. */
export function shownMail({ subject, text, html, qrCode, logo }: Mail): MessageView {
  const pictures: Record<string, Buffer | undefined> = { 'qr-code': qrCode, logo }
  const dataUrl = (name: string) => `data:image/png;base64,${pictures[name]!.toString('base64')}`
  // The HTML escapes quotes in values, so that only its own pictures match.
  return { subject, text, html: html.replaceAll(/"cid:(qr-code|logo)"/g, (_, name: string) => `"${dataUrl(name)}"`) }
}
