import { Worker } from 'node:worker_threads'

// On SQLite 3.53, secure_delete overwrites deleted rows, but not the copies that a split of a page leaves in its unused part
// (findings/sqlite-secure-delete.sh). VACUUM writes all pages anew. In a thread: it took 2 s for 100 MB, and 10 s for 400 MB.
const program = `
const { workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(workerData, { timeout: 5_000 })
database.exec('pragma secure_delete = on; vacuum')
database.close()`

export const maxQuickBytes = 100_000_000

/** Rewrites the database at `path` without its deleted values. Nothing may write meanwhile.
 *  @throws Error when another process uses the database, or the disk is full */
export async function rewrite(path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  new Worker(program, { eval: true, workerData: path }).once('error', reject).once('exit', resolve)
  await promise
}
