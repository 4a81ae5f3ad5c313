import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../../message.ts'

/** The mail as it is sent; its parts are encoded and its headers made safe by the library. */
export const toMail = (mail: Mail, from: string): SendMailOptions => ({
  from: { name: mail.from, address: from },
  to: mail.uid,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  ...(mail.calendar && {
    icalEvent: { method: 'PUBLISH', filename: 'appointment.ics', content: mail.calendar },
  }),
  ...(mail.qrCode && { attachments: [{ filename: 'qr-code.png', content: mail.qrCode, cid: 'qr-code' }] }),
  messageId: `<${mail.id}@${from.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
