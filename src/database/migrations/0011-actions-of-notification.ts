import type { Kysely } from 'kysely'

/** Finds the actions of a notification: its deletion checks that none refers to it (docs/decisions/0034). */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .createIndex('actions_notification_index')
    .on('actions')
    .columns(['entity_id', 'notification_id'])
    .execute()
}
