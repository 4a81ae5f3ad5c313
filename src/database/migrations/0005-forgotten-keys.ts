import type { Kysely } from 'kysely'

/** Finds the expired Idempotency-Keys of an entity. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .createIndex('idempotency_keys_age')
    .on('idempotency_keys')
    .columns(['entity_id', 'created_at'])
    .execute()
}
