import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, Message, Sender } from './channel.ts'

/** The parts of a channel that write a message as a file. */
type Written<Sent extends Message> = Pick<Channel<Sent>, 'file'>

/** Writes the messages of a channel to files. A retry overwrites the file of the previous attempt. */
export function fileSender<Sent extends Message>(channel: Written<Sent>, folder: string): Sender<Sent> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async send(message) {
      const path = pathOf(channel, folder, message)
      await writeFile(`${path}.part`, await channel.file.write(message), { mode: 0o600 })
      await rename(`${path}.part`, path)
      return { outcome: 'accepted' }
    },
    close() {},
  }
}

/** Returns the path of the file of a message. */
export const pathOf = <Sent extends Message>({ file }: Written<Sent>, folder: string, { id }: Message) =>
  join(folder, `${id}.${file.extension}`)
