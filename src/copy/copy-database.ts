import type { Database } from '../database/database.ts'
import { type Table, tablesOf } from '../database/tables.ts'
import { Problem } from '../errors.ts'
import { countRows, insertRows } from './chunk.ts'
import { type Digest, digest } from './digest.ts'
import { CopyFault, inStep, missing } from './in-step.ts'

export type Progress = (phase: 'check' | 'copy' | 'verify', done: number, total: number) => void

export interface Copied extends Digest {
  table: string
  /** How many of the rows the target lacked before. */
  copied: number
}

/** Copies all that the source holds into a target that is empty or has a part of it already, as a copy that was cut
 *  leaves it, and compares the two. Both have to be up to date, and nobody may write to either meanwhile.
 *  @throws CopyFault when the target holds anything else, before anything is written; or when the two differ in the end */
export async function copyDatabase(source: Database, target: Database, progress: Progress): Promise<Copied[]> {
  const tables = await tablesOfBoth(source, target)
  const total = await countAll(source, tables)
  await check(source, target, tables, counter(progress, 'check', await countAll(target, tables)))
  const copied = await write(source, target, tables, counter(progress, 'copy', total))
  const digests = await verify(source, target, tables, counter(progress, 'verify', total))
  return tables.map(({ name }) => ({ table: name, copied: copied.get(name)!, ...digests.get(name)! }))
}

/** On a server there may be tables of others; ours are those that the migrations made on both. */
async function tablesOfBoth(source: Database, target: Database): Promise<Table[]> {
  const names = (await tablesOf(target)).map(({ name }) => name)
  return (await tablesOf(source)).filter(({ name }) => names.includes(name))
}

async function countAll(database: Database, tables: Table[]): Promise<number> {
  let count = 0
  for (const table of tables) count += await countRows(database, table)
  return count
}

/** Hears how many more rows were read. */
type Read = (rows: number) => void

function counter(progress: Progress, phase: Parameters<Progress>[0], total: number): Read {
  let done = 0
  return (rows) => {
    done += rows
    progress(phase, done, total)
  }
}

async function check(source: Database, target: Database, tables: Table[], read: Read) {
  for (const table of tables) {
    if ((await countRows(target, table)) === 0) continue
    for await (const step of inStep(source, target, table)) {
      missing(table, step)
      read(step.there.length)
    }
  }
}

/** A chunk is written whole or, should the process die, not at all. */
async function write(source: Database, target: Database, tables: Table[], read: Read) {
  const copied = new Map<string, number>()
  for (const table of tables) {
    let count = 0
    for await (const step of inStep(source, target, table)) {
      const rows = missing(table, step)
      if (rows.length > 0) await target.write((trx) => insertRows(trx, table, rows)).catch(explain)
      count += rows.length
      read(step.rows.length)
    }
    copied.set(table.name, count)
  }
  return copied
}

/** What a row refers to was copied before it, unless the source has changed since. */
function explain(error: Error): never {
  if (error instanceof Problem) throw error
  throw new CopyFault(`The target refuses a row: ${error.message}`)
}

/** Reads both databases anew, so that a source which was written to meanwhile is found. The entities come after all that
 *  belongs to them: their counters tell of every action that was recorded while the rest was read. */
async function verify(source: Database, target: Database, tables: Table[], read: Read) {
  const digests = new Map<string, Digest>()
  for (const table of tables.toReversed()) {
    const [there, here] = await Promise.all([digest(source, table, read), digest(target, table, () => {})])
    if (there.rows !== here.rows || there.sha256 !== here.sha256) {
      const counts = `${there.rows} rows in the source, ${here.rows} in the target`
      throw new CopyFault(`${table.name} is not the same on both sides: ${counts}`)
    }
    digests.set(table.name, here)
  }
  return digests
}
