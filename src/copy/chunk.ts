import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Table } from '../database/tables.ts'

export const chunkRows = 500

/** A row of any table, its columns in the table's order. */
export type Row = Record<string, string | number | null>

/** The values of a primary key. */
export type Key = Row[string][]

/** Behind one key, up to another one and with it; without them, from the start or to the end. */
interface Range {
  after: Key | undefined
  upTo?: Key | undefined
}

/** Up to `limit` rows of a table in the order of its key, which is the same on every engine. */
export function readChunk(database: Kysely<Schema>, table: Table, { after, upTo }: Range, limit: number) {
  let query = anyTable(database).selectFrom(table.name).select(table.columns)
  if (after) query = query.where(compared(table, '>', after))
  if (upTo) query = query.where(compared(table, '<=', upTo))
  return query
    .orderBy(table.key.map((column) => sql.ref(column)))
    .limit(limit)
    .execute()
}

/** All rows of a table in the order of its key, a chunk at a time. */
export async function* chunks(database: Kysely<Schema>, table: Table): AsyncGenerator<Row[]> {
  let after: Key | undefined
  for (;;) {
    const rows = await readChunk(database, table, { after }, chunkRows)
    if (rows.length > 0) yield rows
    if (rows.length < chunkRows) return
    after = keyOf(table, rows.at(-1)!)
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

export const keyOf = (table: Table, row: Row): Key => table.key.map((column) => row[column]!)

// Tables that only the database itself names are of no schema.
const anyTable = (database: Kysely<Schema>) => database as unknown as Kysely<Record<string, Row>>

const compared = ({ key }: Table, operator: '>' | '<=', values: Key) =>
  sql<SqlBool>`(${sql.join(key.map((column) => sql.ref(column)))}) ${sql.raw(operator)} (${sql.join(values)})`
