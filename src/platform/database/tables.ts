import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import type { Database } from './database.ts'

/** A table of the database's catalogue. */
export interface Table {
  name: string
  columns: string[]
  /** The columns of the primary key, in key order. */
  key: string[]
  /** The tables that its foreign keys reference. */
  references: string[]
}

/** One column. A column of several foreign keys has a row for each. */
interface ColumnRow {
  table: string
  column: string
  /** Starts at 1; 0 for a column outside the primary key. */
  key_position: number
  references: string | null
}

/** The tables of the migrations themselves. */
export const migrationTables = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE]

/** Returns all tables except those of the migrations. Each table comes after the tables that it references. */
export async function tablesOf({ engine }: Database): Promise<Table[]> {
  const rows = (await engine.read({
    sql: engine.columns,
    parameters: [],
    name: 'columns',
    isLookUp: false,
  })) as ColumnRow[]
  const byTable = Map.groupBy(rows, (row) => row.table)
  for (const name of migrationTables) byTable.delete(name)
  return referencedFirst([...byTable].map(([name, columns]) => tableOf(name, columns)))
}

function tableOf(name: string, rows: ColumnRow[]): Table {
  const keyed = rows.filter((row) => row.key_position > 0).sort((one, other) => one.key_position - other.key_position)
  return {
    name,
    columns: unique(rows.map((row) => row.column)),
    key: unique(keyed.map((row) => row.column)),
    references: unique(rows.map((row) => row.references).filter((references) => references !== null)),
  }
}

const unique = (names: string[]) => [...new Set(names)]

function referencedFirst(tables: Table[]): Table[] {
  const ordered: Table[] = []
  let rest = tables
  while (rest.length > 0) {
    const placed = new Set(ordered.map(({ name }) => name))
    const next = rest.filter(({ references }) => references.every((name) => placed.has(name)))
    if (next.length === 0) throw new Error(`These tables reference each other: ${rest.map(({ name }) => name)}`)
    ordered.push(...next)
    rest = rest.filter((table) => !next.includes(table))
  }
  return ordered
}
