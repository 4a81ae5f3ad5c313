import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { halfRestored, syncToDisk } from './files.ts'
import { holdAlone } from './hold-alone.ts'

// The database last: without its log, it may lack writes that were acknowledged.
const suffixes = ['-wal', '-journal', '-shm', '']

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
  const draft = `${path}.draft-${process.pid}`
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
