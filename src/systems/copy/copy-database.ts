import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Table, tablesOf } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { chunks, countRows, insertRows } from './chunk.ts'
import { CopyFault, content, inStep, missingRows } from './in-step.ts'

export type CopyProgress = (phase: 'check' | 'copy' | 'verify', done: number, total: number) => void

/** The checksum of a table. */
interface Digest {
  rows: number
  /** Covers all rows in the order of their key. */
  sha256: string
}

export interface TableCopy extends Digest {
  table: string
  /** The number of rows that the target lacked before. */
  copied: number
}

/** Copies the source into the target and compares both. The target must be empty or hold part of an interrupted copy.
 *  Both schemas must be current, and no process may write to either database.
 *  @throws CopyFault before writing if the target holds other data; after writing if source and target differ */
export async function copyDatabase(source: Database, target: Database, progress: CopyProgress): Promise<TableCopy[]> {
  const tables = await tablesOfBoth(source, target)
  const total = await countAll(source, tables)
  await checkTables(source, target, tables, counter(progress, 'check', await countAll(target, tables)))
  const copied = await writeTables(source, target, tables, counter(progress, 'copy', total))
  const digests = await verifyTables(source, target, tables, counter(progress, 'verify', total))
  return tables.map(({ name }) => ({ table: name, copied: copied.get(name)!, ...digests.get(name)! }))
}

/** A service stores these rows at its start, for its own database. A target whose service has been started is still empty. */
const notCopied: readonly (keyof Schema)[] = ['first_starts', 'clock_readings']

/** Ignores other applications' tables: the migrations create ours in both databases. */
async function tablesOfBoth(source: Database, target: Database): Promise<Table[]> {
  const names = (await tablesOf(target)).map(({ name }) => name)
  return (await tablesOf(source)).filter(({ name }) => names.includes(name) && !notCopied.some((one) => one === name))
}

async function countAll(database: Database, tables: Table[]): Promise<number> {
  let count = 0
  for (const table of tables) count += await countRows(database, table)
  return count
}

/** Receives the number of rows in each chunk. */
type CountRead = (rows: number) => void

function counter(progress: CopyProgress, phase: Parameters<CopyProgress>[0], total: number): CountRead {
  let done = 0
  return (rows) => {
    done += rows
    progress(phase, done, total)
  }
}

async function checkTables(source: Database, target: Database, tables: Table[], read: CountRead) {
  for (const table of tables) {
    if ((await countRows(target, table)) === 0) continue
    for await (const step of inStep(source, target, table)) {
      missingRows(table, step)
      read(step.targetRows.length)
    }
  }
}

/** Writes each chunk in one transaction. */
async function writeTables(source: Database, target: Database, tables: Table[], read: CountRead) {
  const copied = new Map<string, number>()
  for (const table of tables) {
    let count = 0
    for await (const step of inStep(source, target, table)) {
      const rows = missingRows(table, step)
      if (rows.length > 0) await target.write((trx) => insertRows(trx, table, rows)).catch(explainRejectedRow)
      count += rows.length
      read(step.rows.length)
    }
    copied.set(table.name, count)
  }
  return copied
}

/** Referenced rows are copied first, so the target rejects a row only if the source has changed. */
function explainRejectedRow(error: Error): never {
  if (error instanceof Problem) throw error
  throw new CopyFault(`The target rejected a row: ${error.message}`)
}

/** Reads both databases again, to detect writes to the source. Reads entities last: their counters reveal actions that
 *  were recorded during the verification. */
async function verifyTables(source: Database, target: Database, tables: Table[], read: CountRead) {
  const digests = new Map<string, Digest>()
  for (const table of tables.toReversed()) {
    const [sourceDigest, targetDigest] = await Promise.all([
      digestTable(source, table, read),
      digestTable(target, table, () => {}),
    ])
    if (sourceDigest.rows !== targetDigest.rows || sourceDigest.sha256 !== targetDigest.sha256) {
      const counts = `${sourceDigest.rows} rows in the source, ${targetDigest.rows} in the target`
      throw new CopyFault(`${table.name} differs between source and target: ${counts}`)
    }
    digests.set(table.name, targetDigest)
  }
  return digests
}

/** @param read receives the number of rows in each chunk */
async function digestTable(database: Database, table: Table, read: (rows: number) => void): Promise<Digest> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of chunks(database, table)) {
    for (const row of rows) hash.update(`${content(row)}\n`)
    count += rows.length
    read(rows.length)
  }
  return { rows: count, sha256: hash.digest('hex') }
}
