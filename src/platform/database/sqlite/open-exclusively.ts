import { existsSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './connection.ts'

/** Opens the database exclusively. Returns undefined when there is no database.
 *  @throws Error when a process has it open */
export function openExclusively(path: string): DatabaseSync | undefined {
  // SQLite would delete the log of an empty file.
  if (!statSync(path, { throwIfNoEntry: false })?.size) return undefined
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    // SQLite does not lock a file that it cannot read.
    if (isBusy(error) || isLocked(path)) {
      database.close()
      throw new Error(`${path} is in use. Stop Rollcall and every command that uses it, and run this again.`)
    }
  }
  return database
}

/** Whether another process holds a SQLite lock on the file. The lock bytes are at 2^30
 *  (https://sqlite.org/src/file/src/os.h). */
function isLocked(path: string): boolean {
  if (!existsSync('/proc/locks')) return false
  const { ino } = statSync(path, { bigint: true })
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .map((line) => line.split(/ +/))
    .some(
      ([, , , , pid, file, from]) =>
        pid !== String(process.pid) && file?.endsWith(`:${ino}`) && from?.startsWith('10737418'),
    )
}
