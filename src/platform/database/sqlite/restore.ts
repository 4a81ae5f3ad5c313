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
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { restoringPath, syncToDisk } from './files.ts'
import { openExclusively } from './open-exclusively.ts'

// The database comes last: without its log, it may lack acknowledged writes.
const suffixes = ['-wal', '-journal', '-shm', '']

/** Replaces the database at `path` with a copy of the backup. Moves the old files into a folder, and returns its path, or
 *  undefined without old files. A run that is killed loses no data, and the next run completes it.
 *  @param complete receives the states of the old database, the latest last, and the path of the copy, before the copy replaces it
 *  @throws Error when a process has the database open */
export async function restoreBackup(
  backup: string,
  path: string,
  complete: (old: DatabaseSync[], copy: string) => void,
): Promise<string | undefined> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${path} is a symbolic link. Set DATABASE_URL to the file that it points to.`)
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let exclusive = openExclusively(path)
  try {
    const folder = folderForOld(path)
    using old = oldStates(path, folder)
    const all = exclusive ? [exclusive, ...old.states] : old.states
    await stage(backup, path, (copy) => complete(all, copy)).catch((error) => {
      if (!existsSync(restoringPath(path))) removeIfEmpty(folder)
      throw error
    })
    // The staged copy prevents other processes from opening the database. One may have created the database earlier.
    exclusive ??= openExclusively(path)
    swap(path, folder)
    return removeIfEmpty(folder) ? undefined : folder
  } finally {
    // Only after the swap: SQLite deletes the log when the last connection to a database closes.
    exclusive?.close()
  }
}

/** Returns the folder of an interrupted restore, or creates a new one. */
function folderForOld(path: string): string {
  const name = (number: number) => `${path}.before-restore-${number}`
  let number = 1
  while (existsSync(name(number))) number++
  if (number > 1 && existsSync(restoringPath(path))) return name(number - 1)
  mkdirSync(name(number), { mode: 0o700 })
  return name(number)
}

/** Opens what an interrupted restore has left: the old database that it moved, and its copy of the backup. */
function oldStates(path: string, folder: string) {
  const files = [join(folder, basename(path)), restoringPath(path)].filter((file) => existsSync(file))
  const states = files.map((file) => new DatabaseSync(file, { readOnly: true }))
  return {
    states,
    [Symbol.dispose]() {
      for (const state of states) state.close()
    },
  }
}

/** Copies the backup beside the database. Rollcall does not start while the copy exists. */
async function stage(backup: string, path: string, complete: (copy: string) => void) {
  const draft = `${path}.draft-${process.pid}`
  try {
    await pipeline(createReadStream(backup), createWriteStream(draft, { mode: 0o600, flush: true }))
    complete(draft)
    renameSync(draft, restoringPath(path))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncToDisk(dirname(path))
}

function swap(path: string, folder: string) {
  for (const suffix of suffixes) moveOld(path + suffix, join(folder, basename(path) + suffix))
  // After a power failure, the old log must not be beside the new database.
  for (const changed of [folder, dirname(path)]) syncToDisk(changed)
  renameSync(restoringPath(path), path)
  syncToDisk(dirname(path))
}

function moveOld(file: string, target: string) {
  if (!existsSync(file)) return
  if (!existsSync(target)) return renameSync(file, target)
  // In a second run after an interruption, `openExclusively` has created an empty log.
  if (statSync(file).size > 0) throw new Error(`Both ${file} and ${target} exist. Move one of them elsewhere.`)
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false
  }
}
