import type { SqliteConnection } from './connection.ts'

/** Returns the damaged tables, the entities with unreadable rows, and the dangling references. */
export function fileFaults(connection: SqliteConnection): string[] {
  const whole = integrityFaults(connection)
  return [...(whole.length > 0 ? damageFaults(connection, whole) : []), ...danglingRows(connection)]
}

/** @param whole the faults of the whole file, some of which belong to no table */
function damageFaults(connection: SqliteConnection, whole: string[]): string[] {
  const { values: tables, error } = firstColumn(connection, "select name from sqlite_schema where type = 'table'")
  const { values: entities } = firstColumn(connection, 'select entity_id from entities order by entity_id')
  const faults = [
    ...(error ? [`the list of tables cannot be read: ${error}`] : []),
    ...tables.sort().flatMap((table) => tableFaults(connection, table, entities)),
  ]
  return faults.length > 0 ? faults : whole
}

function tableFaults(connection: SqliteConnection, table: string, entities: string[]): string[] {
  const [first, ...others] = integrityFaults(connection, table)
  if (first === undefined) return []
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  const indexes = entityIndexes(connection, table)
  const unreadable = entities.filter((entity) => indexes.some((index) => !isReadable(connection, table, index, entity)))
  return [
    `table ${table} is damaged: ${first.replace('*** in database main ***\n', '')}${more}`,
    ...unreadable.map((entity) => `entity ${entity}: some of its rows in ${table} cannot be read`),
  ]
}

function integrityFaults(connection: SqliteConnection, table?: string): string[] {
  const { values, error } = firstColumn(
    connection,
    `pragma integrity_check${table === undefined ? '' : `("${table}")`}`,
  )
  return [...values.filter((value) => value !== 'ok'), ...(error ? [error] : [])]
}

const entityIndexes = (connection: SqliteConnection, table: string) =>
  firstColumn(
    connection,
    `select list.name from pragma_index_list('${table}') as list join pragma_index_info(list.name) as info
     where info.seqno = 0 and info.name = 'entity_id' and not list.partial`,
  ).values

function isReadable({ handle }: SqliteConnection, table: string, index: string, entity: string): boolean {
  try {
    const rows = handle.prepare(`select * from "${table}" indexed by "${index}" where entity_id = ?`)
    for (const _ of rows.iterate(entity));
    return true
  } catch {
    return false
  }
}

function danglingRows(connection: SqliteConnection): string[] {
  const { values, error } = firstColumn(connection, 'pragma foreign_key_check')
  return [
    ...values.map((table) => `${table}: a row references a missing row`),
    ...(error ? [`references between tables cannot be checked: ${error}`] : []),
  ]
}

/** Returns the first column of a query's rows. If the query fails, returns the rows before the error. */
function firstColumn({ handle }: SqliteConnection, query: string): { values: string[]; error?: string } {
  const values: string[] = []
  try {
    for (const row of handle.prepare(query).iterate()) values.push(String(Object.values(row)[0]))
    return { values }
  } catch (error) {
    return { values, error: (error as Error).message }
  }
}
