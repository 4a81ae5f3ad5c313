import type { Kysely } from 'kysely'

/** Finds the Idempotency-Keys of an entity that have had their day. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .createIndex('idempotency_keys_age')
    .on('idempotency_keys')
    .columns(['entity_id', 'created_at'])
    .execute()
}
