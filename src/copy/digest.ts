import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Table } from '../database/tables.ts'
import { chunks } from './chunk.ts'
import { content } from './in-step.ts'

/** The checksum of a table. */
export interface Digest {
  rows: number
  /** Covers all rows in the order of their key. */
  sha256: string
}

/** @param read receives the number of rows in each chunk */
export async function digestTable(database: Database, table: Table, read: (rows: number) => void): Promise<Digest> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of chunks(database, table)) {
    for (const row of rows) hash.update(`${content(row)}\n`)
    count += rows.length
    read(rows.length)
  }
  return { rows: count, sha256: hash.digest('hex') }
}
