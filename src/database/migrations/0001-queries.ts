import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/** The tables of the two queries. The keys of every table with an entity's data start with `entity_id`. */
export async function up(database: Kysely<unknown>, { clusteredByKey }: Engine) {
  const { schema } = database

  await schema
    .createTable('entities')
    .addColumn('entity_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('last_sequence', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await schema
    .createTable('notifications')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('notification_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addColumn('inferred_data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('notifications_key', ['entity_id', 'notification_id'])
    .execute()

  await schema
    .createTable('actions')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('action_id', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('actions_key', ['entity_id', 'at', 'sequence'])
    .addUniqueConstraint('actions_sequence', ['entity_id', 'sequence'])
    .addUniqueConstraint('actions_id', ['entity_id', 'action_id'])
    .addForeignKeyConstraint('actions_notification', ['entity_id', 'notification_id'], 'notifications', [
      'entity_id',
      'notification_id',
    ])
    // Clustered by key, so that the records of a day are adjacent.
    .modifyEnd(clusteredByKey)
    .execute()

  await schema
    .createTable('checkin_tokens')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked', 'text')
    .addPrimaryKeyConstraint('checkin_tokens_key', ['entity_id', 'token_hash'])
    .addForeignKeyConstraint('checkin_tokens_notification', ['entity_id', 'notification_id'], 'notifications', [
      'entity_id',
      'notification_id',
    ])
    .execute()

  await schema
    .createTable('access_tokens')
    .addColumn('access_token_id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('all_entities', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()

  await schema
    .createTable('access_token_entities')
    .addColumn('access_token_id', 'text', (column) => column.notNull().references('access_tokens.access_token_id'))
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('access_token_entities_key', ['access_token_id', 'entity_id'])
    .execute()
}
