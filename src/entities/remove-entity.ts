import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { tablesOf } from '../platform/database/tables.ts'
import type { Clock, Instant } from '../platform/time/instant.ts'

/** What belongs to the entity itself, and is removed with it. */
const ownTables = [
  ...(['entity_logos', 'templates', 'mappings', 'access_token_entities', 'idempotency_keys', 'changes'] as const),
  ...(['task_counters', 'message_counters', 'webhook_attempts', 'webhooks'] as const),
]

/** The rows of an entity in a table. */
interface Data {
  table: string
  rows: number
}

/** Removes the entity if no other table has its rows, and keeps its id from being used again. Otherwise returns their counts. */
export async function removeEntity(database: Database, clock: Clock, id: string): Promise<Data[]> {
  const tables = (await tablesOf(database)).filter(({ columns }) => columns.includes('entity_id'))
  const others = tables.filter(({ name }) => !['entities', ...ownTables].includes(name))
  return database.write(async (trx) => {
    const data: Data[] = []
    for (const { name } of others) {
      const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)} where entity_id = ${id}`
      const rows = Number((await counted.execute(trx)).rows[0]!.rows)
      if (rows > 0) data.push({ table: name, rows })
    }
    if (data.length > 0) return data
    await noteChange(trx, id, clock.now())
    for (const table of ownTables) await trx.deleteFrom(table).where('entity_id', '=', id).execute()
    await trx.deleteFrom('entities').where('entity_id', '=', id).execute()
    await trx.insertInto('removed_entities').values({ entity_id: id, removed_at: clock.now() }).execute()
    return []
  })
}

/** Makes the processes read the rights of the access tokens for the entity again (docs/decisions/0112). */
const noteChange = (trx: Transaction<Schema>, entityId: string, now: Instant) =>
  trx
    .updateTable('access_tokens')
    .set({ changed_at: now })
    .where((eb) =>
      eb.or([
        eb('all_entities', '=', 1),
        eb(
          'access_token_id',
          'in',
          eb.selectFrom('access_token_entities').select('access_token_id').where('entity_id', '=', entityId),
        ),
      ]),
    )
    .execute()
