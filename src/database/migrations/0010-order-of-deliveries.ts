import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Orders due deliveries of the same instant, so that a scan can continue after one of them (docs/decisions/0046). */
export async function up(database: Kysely<unknown>, { vacuumSooner }: Engine) {
  const { schema } = database
  await schema
    .createIndex('deliveries_due_in_order')
    .on('deliveries')
    .columns(['channel', 'next_attempt_at', 'delivery_id'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await schema.dropIndex('deliveries_due').execute()
  for (const table of ['deliveries', 'notifications']) await vacuumSooner(table)?.execute(database)
}
