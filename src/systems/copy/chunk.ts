import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Table } from '../../platform/database/tables.ts'

export const copyChunkRows = 500

/** A row of any table, with the columns in the table's order. */
export type Row = Record<string, string | number | null>

/** The values of a primary key. */
export type RowKey = Row[string][]

/** Reads up to `limit` rows after a key, or from the start. The order by key is the same on both engines. */
export function readRows(database: Kysely<Schema>, table: Table, after: RowKey | undefined, limit: number) {
  const key = table.key.map((column) => sql.ref(column))
  let query = anyTable(database).selectFrom(table.name).select(table.columns).limit(limit)
  for (const column of key) query = query.orderBy(column)
  // No upper bound: without statistics on a new table, PostgreSQL would use another index for two bounds.
  if (after) query = query.where(sql<SqlBool>`(${sql.join(key)}) > (${sql.join(after)})`)
  return query.execute()
}

/** Yields all rows of a table in the order of its key, in chunks. */
export async function* chunks(database: Kysely<Schema>, table: Table): AsyncGenerator<Row[]> {
  let after: RowKey | undefined
  for (;;) {
    const rows = await readRows(database, table, after, copyChunkRows)
    if (rows.length > 0) yield rows
    if (rows.length < copyChunkRows) return
    after = rowKeyOf(table, rows.at(-1)!)
  }
}

export const insertRows = (database: Kysely<Schema>, table: Table, rows: Row[]) =>
  anyTable(database).insertInto(table.name).values(rows).execute()

export async function countRows(database: Kysely<Schema>, table: Table): Promise<number> {
  const [row] = await anyTable(database)
    .selectFrom(table.name)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return row!.count
}

export const rowKeyOf = (table: Table, row: Row): RowKey => table.key.map((column) => row[column]!)

/** Compares keys as both engines do: numbers by value, text by the bytes of its UTF-8. */
export function sortsAfter(key: RowKey, other: RowKey): boolean {
  const at = key.findIndex((value, index) => value !== other[index])
  if (at < 0) return false
  const [one, another] = [key[at]!, other[at]!]
  return typeof one === 'number' ? one > Number(another) : Buffer.from(one).compare(Buffer.from(String(another))) > 0
}

// The table's name is known at run time only, so the schema has no type for it.
const anyTable = (database: Kysely<Schema>) => database as unknown as Kysely<Record<string, Row>>
