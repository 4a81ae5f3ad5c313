import type { Kysely } from 'kysely'

/** Covers all columns of an action that a summary reads (docs/decisions/0016). */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .createIndex('actions_counted')
    .on('actions')
    .columns(['entity_id', 'at', 'sequence', 'action', 'channel', 'starts_at'])
    .execute()
}
