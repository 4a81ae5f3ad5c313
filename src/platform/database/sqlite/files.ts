import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../errors/errors.ts'

/** Creates the database file unless it exists, and makes it readable only by its owner. */
export function preparePrivateFile(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // An existing file must not be opened: closing it would release all locks of this process on it (POSIX, fcntl).
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  if (!statSync(path).isFile()) {
    throw new Error(`${path} is not a regular file. Set DATABASE_URL to sqlite: and the path of a file.`)
  }
  chmodSync(path, 0o600)
}

/** The path of a restore's new database until it replaces the old one. */
export const restoringPath = (path: string) => `${path}.restoring`

/** @throws Error when a restore of the database was interrupted */
export function refuseInterruptedRestore(path: string) {
  if (!existsSync(restoringPath(path))) return
  throw new Error(`A restore of ${path} is under way or was interrupted. Run "rollcall restore FILE" again.`)
}

/** Remembers the file at a path. The returned function throws Problem database-unavailable while another file, or none, is
 *  at the path. */
export function rememberFile(path: string, remedy: string): () => void {
  const identity = identityOf(path)
  return () => {
    if (identityOf(path) === identity) return
    const words = `${path} was deleted or replaced while Rollcall was using it. Writes are refused, because they would be lost.`
    throw new Problem('database-unavailable', {}, {}, new Error(`${words} ${remedy}`))
  }
}

/** Whether two paths lead to the same existing file, even through a link. */
export const isSameFile = (one: string, other: string) =>
  identityOf(one) !== undefined && identityOf(one) === identityOf(other)

/** Returns device and inode. Takes 1.5 µs. */
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
