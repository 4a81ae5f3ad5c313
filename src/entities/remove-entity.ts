import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { tablesOf } from '../platform/database/tables.ts'
import type { Clock } from '../platform/time/instant.ts'

/** What belongs to the entity itself, and is removed with it. */
const ownTables = [
  ...(['entity_logos', 'templates', 'mappings', 'access_token_entities', 'idempotency_keys', 'changes'] as const),
  ...(['task_counters', 'message_counters', 'webhook_attempts', 'webhooks', 'holds', 'erasures'] as const),
]

/** What stays: the audit says what happened, until its own end. Nothing there names a contact. */
const stayingTables = ['audit_entries']

/** The rows of an entity in a table. */
interface Data {
  table: string
  rows: number
}

/** Removes the entity if no other table has its rows, and keeps its id from being used again. Otherwise returns their counts. */
export async function removeEntity(database: Database, clock: Clock, id: string): Promise<Data[]> {
  const tables = (await tablesOf(database)).filter(({ columns }) => columns.includes('entity_id'))
  const others = tables.filter(({ name }) => !['entities', ...ownTables, ...stayingTables].includes(name))
  return database.write(async (trx) => {
    const data: Data[] = []
    for (const { name } of others) {
      const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)} where entity_id = ${id}`
      const rows = Number((await counted.execute(trx)).rows[0]!.rows)
      if (rows > 0) data.push({ table: name, rows })
    }
    if (data.length > 0) return data
    for (const table of ownTables) await trx.deleteFrom(table).where('entity_id', '=', id).execute()
    await trx.deleteFrom('entities').where('entity_id', '=', id).execute()
    await trx.insertInto('removed_entities').values({ entity_id: id, removed_at: clock.now() }).execute()
    return []
  })
}
