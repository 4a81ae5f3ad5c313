import type { Database } from '../database/database.ts'
import type { Table } from '../database/tables.ts'
import { chunkRows, isBehind, type Key, keyOf, type Row, readChunk } from './chunk.ts'

/** What a copy finds that it must not copy over. */
export class CopyFault extends Error {}

/** A chunk of the source's rows, and what the target has between the same keys. */
interface Step {
  rows: Row[]
  there: Row[]
}

/** A table of both databases side by side, in the order of its key. The last step reaches to the end of both. */
export async function* inStep(source: Database, target: Database, table: Table): AsyncGenerator<Step> {
  let after: Key | undefined
  for (;;) {
    const rows = await readChunk(source, table, after, chunkRows)
    const isLast = rows.length < chunkRows
    const upTo = isLast ? undefined : keyOf(table, rows.at(-1)!)
    // One more than there may be: so many cannot all be the source's.
    const next = await readChunk(target, table, after, rows.length + 1)
    yield { rows, there: upTo ? next.filter((row) => !isBehind(keyOf(table, row), upTo)) : next }
    if (isLast) return
    after = upTo
  }
}

/** The rows that the target lacks.
 *  @throws CopyFault when it has one with other content, or one that the source lacks, or when a row cannot be copied */
export function missing(table: Table, { rows, there }: Step): Row[] {
  const stored = new Map(there.map((row) => [JSON.stringify(keyOf(table, row)), row]))
  const lacking = rows.filter((row) => {
    const key = JSON.stringify(keyOf(table, row))
    const other = stored.get(key)
    stored.delete(key)
    if (other && content(other) !== content(row)) throw new CopyFault(`${named(table, row)} has other content`)
    return !other
  })
  for (const row of stored.values()) throw new CopyFault(`${named(table, row)} is not in the source`)
  // PostgreSQL keeps no NUL; nothing stored should have one.
  const unfit = lacking.find((row) => Object.values(row).some((value) => String(value).includes('\0')))
  if (unfit) throw new CopyFault(`${named(table, unfit)} of the source has a NUL character`)
  return lacking
}

/** The same text for the same row on every engine. */
export const content = (row: Row) => JSON.stringify(Object.values(row))

/** The row by its key, but for the address of a contact. */
const named = ({ name, key }: Table, row: Row) =>
  `${name} (${key.map((column) => `${column} ${column === 'uid' ? '…' : row[column]}`).join(', ')})`
