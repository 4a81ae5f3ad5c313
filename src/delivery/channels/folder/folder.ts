import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '../../message.ts'
import type { Channel } from '../channel.ts'

/** Writes each message to a file, where neither a mail server nor a way to telephones is configured: mails as `.eml`,
 *  short texts as `.txt`. A message that is sent again takes the place of its file. */
export function folderChannel(folder: string): Channel {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async send(message) {
      const [extension, content] =
        message.to.channel === 'email' ? ['eml', await mailFile(message)] : ['txt', textFile(message)]
      const path = join(folder, `${message.id}.${extension}`)
      await writeFile(`${path}.part`, content, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    close() {},
  }
}

const textFile = ({ to, short }: Message) => `To: ${to.uid}\n\n${short}\n`

async function mailFile(message: Message): Promise<Buffer> {
  const [{ createTransport }, { toMail }] = await Promise.all([import('nodemailer'), import('../email/mail.ts')])
  const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    toMail(message, 'notices@rollcall.invalid'),
  )
  return written.message as Buffer
}
