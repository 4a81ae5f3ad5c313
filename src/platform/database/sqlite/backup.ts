import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { SqliteConnection } from './connection.ts'
import { syncToDisk } from './files.ts'

/** Copies the database at `path` while it is in use. The copy gets its final name when it is complete and on disk.
 *  @param progress receives the number of copied pages, and of all pages
 *  @throws Error EEXIST when `target` exists */
export async function backUp(path: string, target: string, progress: (done: number, total: number) => void) {
  const draft = `${target}.${process.pid}`
  closeSync(openSync(draft, 'w', 0o600))
  try {
    await copyPages(path, draft, progress)
    syncToDisk(draft)
    rename(draft, target)
    syncToDisk(dirname(target))
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(draft + suffix, { force: true })
  }
}

async function copyPages(path: string, target: string, progress: (done: number, total: number) => void) {
  const source = new SqliteConnection(path, true, 5_000)
  try {
    // An open read transaction pins the snapshot: without it, every write would restart the copy.
    source.exec('begin; select count(*) from sqlite_schema')
    await backup(source.handle, target, {
      rate: 1_000,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    })
  } finally {
    source.close()
  }
}

/** @throws Error EEXIST when `target` exists */
function rename(path: string, target: string) {
  try {
    linkSync(path, target)
  } catch (error) {
    // exFAT and some network file systems do not support hard links.
    if (existsSync(target)) throw error
    renameSync(path, target)
  }
}
