import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unconfiguredSender } from '../../config/config.ts'
import type { Channel, MailChannel } from '../channel.ts'
import type { Mail, Text } from '../message.ts'

/** Writes mails to `.eml` files if no mail server is configured. */
export const mailFolder = (folder: string): MailChannel => ({
  ...writing(folder, 'eml', mailFile),
  sender: unconfiguredSender,
})

/** Writes text messages to `.txt` files if no SMS server is configured. */
export const textFolder = (folder: string): Channel<Text> =>
  writing(folder, 'txt', ({ uid, text }) => `To: ${uid}\n\n${text}\n`)

/** A retry overwrites the file of the previous attempt. */
function writing<Message extends { id: string }>(
  folder: string,
  extension: string,
  write: (message: Message) => string | Promise<Buffer>,
): Channel<Message> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    takesReplies: false,
    async send(message) {
      const path = join(folder, `${message.id}.${extension}`)
      await writeFile(`${path}.part`, await write(message), { mode: 0o600 })
      await rename(`${path}.part`, path)
      return undefined
    },
    close() {},
  }
}

async function mailFile(mail: Mail): Promise<Buffer> {
  const [{ createTransport }, { toMail }] = await Promise.all([import('nodemailer'), import('../email/mail.ts')])
  const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    toMail(mail, unconfiguredSender),
  )
  return written.message as Buffer
}
