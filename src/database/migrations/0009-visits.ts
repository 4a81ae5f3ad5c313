import { type Kysely, sql } from 'kysely'

/** Visits: their start, key and history, so that a client can submit them again and list them by day. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database

  for (const [column, type] of [
    ['starts_at', 'bigint'],
    ['ends_at', 'bigint'],
    ['search', 'text'],
    ['digest', 'text'],
    ['submitted', 'text'],
    ['version', 'bigint'],
    ['supersedes', 'text'],
    ['superseded_by', 'text'],
    ['answered_by', 'text'],
    ['arrived_by', 'text'],
    ['arrived_from', 'text'],
  ] as const) {
    await schema.alterTable('notifications').addColumn(column, type).execute()
  }
  await schema
    .alterTable('notifications')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('notifications_by_start')
    .on('notifications')
    .columns(['entity_id', 'starts_at', 'notification_id'])
    .execute()

  await schema.alterTable('deliveries').addColumn('told_of', 'text').execute()
  await schema.alterTable('actions').addColumn('acted_by', 'text').execute()
  await schema.alterTable('actions').addColumn('reason', 'text').execute()

  await schema
    .alterTable('opt_outs')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo('opt-out'))
    .execute()
  await schema.alterTable('opt_outs').addColumn('notification_id', 'text').execute()

  // Earlier versions stored notifications without `starts_at`, `ends_at` and `search`. An upgrade fills them, from the greatest id down.
  await schema.alterTable('entities').addColumn('unindexed_until', 'text').execute()
  await sql`
    update entities set unindexed_until =
      (select max(notification_id) from notifications where notifications.entity_id = entities.entity_id)`.execute(
    database,
  )
}
