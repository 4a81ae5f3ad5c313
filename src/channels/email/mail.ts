import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../message.ts'

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
