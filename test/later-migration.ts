import type { Kysely } from 'kysely'
import { migrations } from '../src/platform/database/migrate.ts'

/** The migrations of a later version, which changes a large table and adds one. */
export const laterMigrations = {
  ...migrations,
  '0002-later': async ({ schema }: Kysely<unknown>) => {
    await schema.alterTable('notifications').addColumn('later', 'bigint').execute()
    await schema.createIndex('notifications_later').on('notifications').columns(['entity_id', 'later']).execute()
    await schema
      .createTable('later')
      .addColumn('entity_id', 'text', (column) => column.primaryKey())
      .execute()
    await schema.createIndex('actions_later').on('actions').columns(['entity_id', 'action']).execute()
  },
}
