import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { migrationTables, tablesOf } from '../tables.ts'
import type { StatementReader } from './reader.ts'

/** Copied to every node: they have few rows, and are rarely written. A process can connect to any node. */
const referenceTables = [
  ...['access_tokens', 'access_token_entities', 'access_rules', 'sessions', 'first_starts', 'clock_readings'],
  ...['accounts', 'passkeys', 'account_changes', 'channel_settings'],
  ...migrationTables,
]

/** Whether the database is one of a Citus cluster. */
export const isOnCitus = async (reader: StatementReader) =>
  (await reader.run({ sql: `select from pg_extension where extname = 'citus'`, parameters: [] })).length > 0

/** Distributes the tables over the nodes of a Citus cluster: all rows of an entity are on one node. Skips tables that are
 *  already distributed. https://docs.citusdata.com/en/stable/develop/api_udf.html */
export async function distributeTables(database: Database) {
  const names = (await tablesOf(database)).map(({ name }) => name)
  // All others are placed with `entities`, also those that do not reference it.
  for (const name of new Set(['entities', ...names, ...migrationTables])) {
    if (await isDistributed(database, name)) continue
    try {
      await distributeTable(database, name)
    } catch (error) {
      // Another process may have distributed the table.
      if (!(await isDistributed(database, name))) throw error
    }
  }
}

/** Citus also lists a local table that references a reference table: not partitioned, and not replicated in two phases. */
async function isDistributed(database: Database, table: string) {
  const { rows } = await sql`
    select from pg_dist_partition
    where logicalrelid = ${table}::regclass and (partmethod = 'h' or repmodel = 't')`.execute(database)
  return rows.length > 0
}

async function distributeTable(database: Database, table: string) {
  if (referenceTables.includes(table)) await sql`select create_reference_table(${table})`.execute(database)
  else await distributeByEntity(database, table, table === 'entities' ? 'default' : 'entities')
}

const distributeByEntity = (database: Database, table: string, colocateWith: string) =>
  sql`select create_distributed_table(${table}, 'entity_id', colocate_with => ${colocateWith})`.execute(database)

/** @throws Error on a worker node: it would create a table only for itself */
export async function requireCoordinator(reader: StatementReader) {
  const [worker] = await reader.run<{ coordinator: string | null }>({
    sql: `select (select nodename || ':' || nodeport from pg_dist_node where groupid = 0 limit 1) as coordinator
      from pg_dist_local_group where groupid <> 0`,
    parameters: [],
  })
  if (!worker) return
  throw new Error(
    `DATABASE_URL is a worker node of a Citus cluster, and only the coordinator can migrate the database. Run "rollcall migrate" with the coordinator ${worker.coordinator ?? ''} as DATABASE_URL first.`,
  )
}
