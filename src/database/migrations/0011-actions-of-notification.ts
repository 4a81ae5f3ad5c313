import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/** Finds the actions of a notification: its deletion checks that none refers to it. */
export async function up(database: Kysely<unknown>, { indexesRecords: isSqlite }: Engine) {
  await database.schema
    .createIndex('actions_notification_index')
    .on('actions')
    // On SQLite, every index of this table ends with its key, and so contains the entity. If the entity came first, the
    // check would use the primary key instead, and read all actions of the entity.
    .columns(isSqlite ? ['notification_id'] : ['entity_id', 'notification_id'])
    .execute()
}
