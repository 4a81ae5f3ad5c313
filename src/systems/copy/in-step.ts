import type { Database } from '../../platform/database/database.ts'
import type { Table } from '../../platform/database/tables.ts'
import { copyChunkRows, type Row, type RowKey, readRows, rowKeyOf, sortsAfter } from './chunk.ts'

/** A difference between source and target that a copy must not overwrite. */
export class CopyFault extends Error {}

/** A chunk of the source's rows, and the target's rows in the same range of keys. */
interface Step {
  rows: Row[]
  targetRows: Row[]
}

/** Reads a table of both databases in parallel, in the order of its key. The last step reaches the end of both. */
export async function* inStep(source: Database, target: Database, table: Table): AsyncGenerator<Step> {
  let after: RowKey | undefined
  for (;;) {
    const rows = await readRows(source, table, after, copyChunkRows)
    const isLast = rows.length < copyChunkRows
    const upTo = isLast ? undefined : rowKeyOf(table, rows.at(-1)!)
    // Read one extra row: if it exists, the target has a row that the source lacks.
    const next = await readRows(target, table, after, rows.length + 1)
    yield { rows, targetRows: upTo ? next.filter((row) => !sortsAfter(rowKeyOf(table, row), upTo)) : next }
    if (isLast) return
    after = upTo
  }
}

/** Returns the rows that the target lacks.
 *  @throws CopyFault if a row differs, if the source lacks a row of the target, or if a row contains NUL */
export function missingRows(table: Table, { rows, targetRows }: Step): Row[] {
  const stored = new Map(targetRows.map((row) => [JSON.stringify(rowKeyOf(table, row)), row]))
  const lacking = rows.filter((row) => {
    const key = JSON.stringify(rowKeyOf(table, row))
    const other = stored.get(key)
    stored.delete(key)
    if (other && content(other) !== content(row)) throw new CopyFault(`${describeRow(table, row)} has other content`)
    return !other
  })
  for (const row of stored.values()) throw new CopyFault(`${describeRow(table, row)} is not in the source`)
  // PostgreSQL does not store NUL. The service never writes one.
  const unfit = lacking.find((row) => Object.values(row).some((value) => String(value).includes('\0')))
  if (unfit) throw new CopyFault(`${describeRow(table, unfit)} of the source has a NUL character`)
  return lacking
}

/** Serialises a row identically on every engine. */
export const content = (row: Row) => JSON.stringify(Object.values(row))

/** Describes a row by its key, without the contact's address. */
const describeRow = ({ name, key }: Table, row: Row) =>
  `${name} (${key.map((column) => `${column} ${column === 'uid' ? '…' : row[column]}`).join(', ')})`
