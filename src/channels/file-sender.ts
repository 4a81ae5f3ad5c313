import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, Message, Outcome, Sender } from './channel.ts'

/** The parts of a channel that write a message as a file. */
type FileChannel<Sent extends Message> = Pick<Channel<Sent>, 'file'>

/** Writes the messages of a channel to files. A retry overwrites the file of the previous attempt.
 *  @param outcome the reported outcome: in the demo, a file stands for a sent message */
export function fileSender<Sent extends Message>(
  channel: FileChannel<Sent>,
  folder: string,
  outcome: Outcome = { outcome: 'written' },
): Sender<Sent> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async send(message) {
      const path = pathOf(channel, folder, message)
      await writeFile(`${path}.part`, await channel.file.write(message), { mode: 0o600 })
      await rename(`${path}.part`, path)
      return outcome
    },
    close() {},
  }
}

/** Returns the path of the file of a message. */
export const pathOf = <Sent extends Message>({ file }: FileChannel<Sent>, folder: string, { id }: Message) =>
  join(folder, `${id}.${file.extension}`)
