import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../errors.ts'

/** Creates the database file unless it exists, and makes it readable by its owner alone. */
export function preparePrivateFile(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // An existing file must not be opened: closing it would drop all locks that this process has on it (POSIX, fcntl).
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  if (!statSync(path).isFile()) {
    throw new Error(`${path} is no regular file. DATABASE_URL takes sqlite: and the path of one.`)
  }
  chmodSync(path, 0o600)
}

/** Where a restore keeps the new database until it is in place. */
export const halfRestored = (path: string) => `${path}.restoring`

/** @throws Error when a restore of the database was interrupted */
export function refuseHalfRestored(path: string) {
  if (!existsSync(halfRestored(path))) return
  throw new Error(`A restore of ${path} is under way or was interrupted. Run "rollcall restore FILE" again.`)
}

/** Remembers which file is at a path.
 *  The returned function throws Problem database-unavailable while another file, or none, is there. */
export function rememberFile(path: string, whatToDo: string): () => void {
  const identity = identityOf(path)
  return () => {
    if (identityOf(path) === identity) return
    const words = `${path} was deleted or replaced while Rollcall was using it. Writes are refused, because they would be lost.`
    throw new Problem('database-unavailable', {}, {}, new Error(`${words} ${whatToDo}`))
  }
}

/** Whether two paths lead to one existing file, also by a link. */
export const isSameFile = (one: string, other: string) =>
  identityOf(one) !== undefined && identityOf(one) === identityOf(other)

/** Device and inode, in 1.5 µs. */
function identityOf(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false })
  return status && `${status.dev}:${status.ino}`
}

export function syncToDisk(path: string) {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
