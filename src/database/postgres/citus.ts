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
  for (const { name } of await tablesOf(database)) {
    if (await isSpread(database, name)) continue
    try {
      await spread(database, name)
    } catch (error) {
      // Another process may have been at it.
      if (!(await isSpread(database, name))) throw error
    }
  }
}

async function isSpread(database: Database, table: string) {
  const { rows } = await sql`select from pg_dist_partition where logicalrelid = ${table}::regclass`.execute(database)
  return rows.length > 0
}

async function spread(database: Database, table: string) {
  if (onEveryNode.includes(table)) await sql`select create_reference_table(${table})`.execute(database)
  else if (byCredential.includes(table)) await place(database, table, 'access_token_id', 'none')
  else await place(database, table, 'entity_id', table === 'entities' ? 'default' : 'entities')
}

const place = (database: Database, table: string, column: string, beside: string) =>
  sql`select create_distributed_table(${table}, ${column}, colocate_with => ${beside})`.execute(database)
