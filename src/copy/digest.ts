import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Table } from '../database/tables.ts'
import { chunks } from './chunk.ts'
import { content } from './in-step.ts'

/** What a table holds, in short. */
export interface Digest {
  rows: number
  /** Of all rows in the order of their key. */
  sha256: string
}

/** @param read hears of each chunk how many rows it had */
export async function digest(database: Database, table: Table, read: (rows: number) => void): Promise<Digest> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of chunks(database, table)) {
    for (const row of rows) hash.update(`${content(row)}\n`)
    count += rows.length
    read(rows.length)
  }
  return { rows: count, sha256: hash.digest('hex') }
}
