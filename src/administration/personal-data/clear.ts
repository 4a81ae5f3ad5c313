import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Cleared, KeptKind } from '../../platform/database/table-data.ts'

export interface ClearedRows {
  table: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  columns: [name: string, cleared: Cleared][]
}

type Value = string | number | null

/** Clears columns whose remaining values are the same for all rows, in one statement. Returns the number of changed rows. */
export async function clearFixed(trx: Transaction<Schema>, { table, where, columns }: ClearedRows): Promise<number> {
  const values = columns.map(([name, { remains }]) => [name, remains as Value] as const)
  const differs = values.map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`)
  const { numAffectedRows } = await sql`
    update ${table} set ${assignments(values)} where ${where} and (${sql.join(differs, sql` or `)})`.execute(trx)
  return Number(numAffectedRows)
}

/** Clears a part of each value in these columns, such as the contact of a record. Reads the rows and updates those that change.
 *  Returns the number of updated rows.
 *  @param by the column by which an index finds the rows. With the condition of the whole batch, each update would read all its rows. */
export async function clearEach(
  trx: Transaction<Schema>,
  { table, where, columns, kind, entityId, by }: ClearedRows & { kind: KeptKind; entityId: string; by: string },
): Promise<number> {
  const names = columns.map(([name]) => name)
  const { rows } = await sql<Record<string, Value>>`
    select distinct ${sql.join([by, ...names].map((name) => sql.ref(name)))} from ${table} where ${where}`.execute(trx)
  let count = 0
  for (const row of rows) {
    const values = columns.map(([name, { remains }]) => [name, remaining(remains, row[name]!, kind)] as const)
    if (values.every(([name, value]) => row[name] === value)) continue
    const unchanged = names.map((name) => sql`${sql.ref(name)} is not distinct from ${row[name]}`)
    const { numAffectedRows } = await sql`
      update ${table} set ${assignments(values)} where entity_id = ${entityId} and ${sql.ref(by)} = ${row[by]}
        and ${sql.join(unchanged, sql` and `)}`.execute(trx)
    count += Number(numAffectedRows)
  }
  return count
}

function remaining(remains: Cleared['remains'], value: Value, kind: KeptKind): Value {
  if (typeof remains !== 'function') return remains
  return value === null ? null : remains(String(value), kind)
}

const assignments = (values: (readonly [string, Value])[]) =>
  sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
