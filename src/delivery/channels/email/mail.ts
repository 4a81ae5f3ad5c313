import type { SendMailOptions } from 'nodemailer'
import type { Message } from '../../message.ts'

/** The message as a mail; its parts are encoded and its headers made safe by the library. */
export const toMail = ({ id, to, entity, subject, text, html }: Message, from: string): SendMailOptions => ({
  from: { name: entity.name, address: from },
  to: to.uid,
  subject,
  text,
  html,
  messageId: `<${id}@${from.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
