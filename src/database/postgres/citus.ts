import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { tablesOf } from '../tables.ts'

/** Copied to every node, because they have few rows and only commands write to them. */
const referenceTables = ['access_tokens', 'access_token_entities']

/** Distributed by credential instead of entity. */
const byCredential = ['budgets']

/** Distributes the tables over the nodes of a Citus cluster: all rows of an entity are on one node. Skips tables that are
 *  already distributed, and databases without Citus. https://docs.citusdata.com/en/stable/develop/api_udf.html */
export async function distribute(database: Database) {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(database)
  if (rows.length === 0) return
  for (const { name } of await tablesOf(database)) {
    if (await isDistributed(database, name)) continue
    try {
      await distributeTable(database, name)
    } catch (error) {
      // Another process may have distributed the table.
      if (!(await isDistributed(database, name))) throw error
    }
  }
}

async function isDistributed(database: Database, table: string) {
  const { rows } = await sql`select from pg_dist_partition where logicalrelid = ${table}::regclass`.execute(database)
  return rows.length > 0
}

async function distributeTable(database: Database, table: string) {
  if (referenceTables.includes(table)) await sql`select create_reference_table(${table})`.execute(database)
  else if (byCredential.includes(table)) await distributeBy(database, table, 'access_token_id', 'none')
  else await distributeBy(database, table, 'entity_id', table === 'entities' ? 'default' : 'entities')
}

const distributeBy = (database: Database, table: string, column: string, colocateWith: string) =>
  sql`select create_distributed_table(${table}, ${column}, colocate_with => ${colocateWith})`.execute(database)
