import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { tablesOf } from '../tables.ts'

/** On every node: few rows, written by commands alone. */
const onEveryNode = ['access_tokens', 'access_token_entities']

/** Of a credential, and not of an entity. */
const byCredential = ['budgets']

/** Where the Citus extension is, spreads the tables over the nodes of its cluster, those that are not yet: all rows of an
 *  entity together on one node. https://docs.citusdata.com/en/stable/develop/api_udf.html */
export async function distribute(database: Database) {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(database)
  if (rows.length === 0) return
  const distributed = await sql<{ name: string }>`select logicalrelid::text as name from pg_dist_partition`.execute(
    database,
  )
  const done = distributed.rows.map(({ name }) => name)
  for (const { name } of await tablesOf(database)) if (!done.includes(name)) await spread(database, name)
}

async function spread(database: Database, table: string) {
  if (onEveryNode.includes(table)) await sql`select create_reference_table(${table})`.execute(database)
  else if (byCredential.includes(table)) await place(database, table, 'access_token_id', 'none')
  else await place(database, table, 'entity_id', table === 'entities' ? 'default' : 'entities')
}

const place = (database: Database, table: string, column: string, beside: string) =>
  sql`select create_distributed_table(${table}, ${column}, colocate_with => ${beside})`.execute(database)
