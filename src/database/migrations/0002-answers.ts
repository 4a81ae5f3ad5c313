import { type Kysely, sql } from 'kysely'

/** The life of a notification: deliveries, answers, issued check-in tokens, arrivals. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database

  for (const [column, fallback] of [
    ['arrive_early', 120],
    ['arrive_late', 60],
  ] as const) {
    await schema
      .alterTable('entities')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(fallback))
      .execute()
  }

  await schema
    .alterTable('notifications')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('imported'))
    .execute()
  for (const [column, type] of [
    ['created_at', 'bigint'],
    ['answered_at', 'bigint'],
    ['arrived_at', 'bigint'],
    ['wish', 'text'],
  ] as const) {
    await schema.alterTable('notifications').addColumn(column, type).execute()
  }
  await schema
    .createIndex('notifications_thing')
    .on('notifications')
    .columns(['entity_id', 'external_id', 'category', 'target'])
    .execute()
  await schema.createIndex('notifications_task').on('notifications').columns(['entity_id', 'task_id']).execute()

  await schema
    .createTable('deliveries')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('delivery_id', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('link_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('give_up_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('deliveries_key', ['entity_id', 'delivery_id'])
    .addUniqueConstraint('deliveries_link', ['entity_id', 'link_hash'])
    .addForeignKeyConstraint('deliveries_notification', ['entity_id', 'notification_id'], 'notifications', [
      'entity_id',
      'notification_id',
    ])
    .execute()
  await schema
    .createIndex('deliveries_notification_index')
    .on('deliveries')
    .columns(['entity_id', 'notification_id'])
    .execute()
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['next_attempt_at'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()

  await schema.alterTable('checkin_tokens').addColumn('revoked_at', 'bigint').execute()
  await schema
    .createIndex('checkin_tokens_notification_index')
    .on('checkin_tokens')
    .columns(['entity_id', 'notification_id'])
    .execute()

  await schema
    .createTable('idempotency_keys')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('access_token_id', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['entity_id', 'access_token_id', 'idempotency_key'])
    .execute()
}
