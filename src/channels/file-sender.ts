import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, Message, Sender } from './channel.ts'

/** Writes the messages of a channel to files. A retry overwrites the file of the previous attempt. */
export function fileSender<Sent extends Message>({ file }: Pick<Channel<Sent>, 'file'>, folder: string): Sender<Sent> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async send(message) {
      const path = join(folder, `${message.id}.${file.extension}`)
      await writeFile(`${path}.part`, await file.write(message), { mode: 0o600 })
      await rename(`${path}.part`, path)
      return { outcome: 'accepted' }
    },
    close() {},
  }
}
