import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { hours, type Instant } from '../../platform/time/instant.ts'

const keptMicros = hours(30 * 24)

/** Deletes messages that the service wrote to files, because their channel has no server. */
export async function removeOldFiles(folder: string, now: Instant) {
  // Without such a channel, there is no folder.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs * 1_000 < now - keptMicros) await unlink(path)
  }
}
