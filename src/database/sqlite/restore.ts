import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { isBusy } from './connection.ts'
import { halfRestored, syncToDisk } from './files.ts'

// The database last: without its log, it may lack writes that were acknowledged.
const suffixes = ['-wal', '-journal', '-shm', '']

/** The migrations of a backup.
 *  @throws Error when it is damaged, in use, or not a Rollcall database */
export function inspectBackup(file: string): string[] {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new Error(`${file} is a database in use, since it has a log. Back it up with "rollcall backup" first.`)
  }
  const url = pathToFileURL(file)
  // Without it, SQLite would write beside the backup.
  url.searchParams.set('immutable', '1')
  const backup = new DatabaseSync(url, { readOnly: true })
  try {
    const [fault] = column(backup, 'pragma quick_check').filter((answer) => answer !== 'ok')
    if (fault !== undefined) throw new Error(fault)
    const isOurs = column(backup, "select 1 from sqlite_schema where name = 'kysely_migration'").length > 0
    if (!isOurs) throw new Error('it is not a Rollcall database')
    return column(backup, 'select name from kysely_migration')
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${(error as Error).message}`)
  } finally {
    backup.close()
  }
}

/** Puts a copy of the backup in the place of the database at `path`. The files that were there move into a folder, whose path
 *  is returned if there were any. Killed at any moment, it loses nothing, and completes when it runs again.
 *  @throws Error when a process has the database open */
export async function restoreBackup(backup: string, path: string): Promise<string | undefined> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${path} is a symbolic link. Set DATABASE_URL to the file that it points to.`)
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let held = holdAlone(path)
  try {
    const folder = folderForOld(path)
    await stage(backup, path).catch((error) => {
      if (!existsSync(halfRestored(path))) removeIfEmpty(folder)
      throw error
    })
    // Since the copy is in place, no process opens the database; one may have created it before.
    held ??= holdAlone(path)
    swap(path, folder)
    return removeIfEmpty(folder) ? undefined : folder
  } finally {
    // Only now: as the last one that closes a database in its place, SQLite would delete the log.
    held?.close()
  }
}

/** Opens the database so that no other process can; undefined when there is none. */
function holdAlone(path: string): DatabaseSync | undefined {
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

/** Whether another process has one of SQLite's locks on the file, which are at 2^30 (https://sqlite.org/src/file/src/os.h). */
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

/** The folder of a restore that was interrupted, or else a new one. */
function folderForOld(path: string): string {
  const name = (number: number) => `${path}.before-restore-${number}`
  let number = 1
  while (existsSync(name(number))) number++
  if (number > 1 && existsSync(halfRestored(path))) return name(number - 1)
  mkdirSync(name(number), { mode: 0o700 })
  return name(number)
}

/** Copies the backup beside the database, where its presence keeps Rollcall from starting. */
async function stage(backup: string, path: string) {
  const draft = `${path}.draft`
  try {
    await pipeline(createReadStream(backup), createWriteStream(draft, { mode: 0o600, flush: true }))
    renameSync(draft, halfRestored(path))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncToDisk(dirname(path))
}

function swap(path: string, folder: string) {
  for (const suffix of suffixes) moveOld(path + suffix, join(folder, basename(path) + suffix))
  // Should power fail, the old log must not be found beside the new database.
  for (const changed of [folder, dirname(path)]) syncToDisk(changed)
  renameSync(halfRestored(path), path)
  syncToDisk(dirname(path))
}

function moveOld(file: string, target: string) {
  if (!existsSync(file)) return
  if (!existsSync(target)) return renameSync(file, target)
  // After an interruption, to hold the database alone has made an empty log beside it.
  if (statSync(file).size > 0) throw new Error(`There are both ${file} and ${target}. Move one of them elsewhere.`)
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false
  }
}

const column = (database: DatabaseSync, query: string) =>
  database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]))
