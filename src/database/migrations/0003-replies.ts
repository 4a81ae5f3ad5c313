import { type Kysely, sql } from 'kysely'

/** Incoming texts: receipts, replies and opt-outs. Deliveries of other kinds than notices. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database

  await schema
    .alterTable('deliveries')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('notice'))
    .execute()
  for (const [column, type] of [
    ['provider_id', 'text'],
    ['asked_number', 'integer'],
    ['asked_action', 'text'],
    ['asked_at', 'bigint'],
  ] as const) {
    await schema.alterTable('deliveries').addColumn(column, type).execute()
  }
  await schema.dropIndex('deliveries_due').execute()
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['channel', 'next_attempt_at'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await schema
    .createIndex('deliveries_provider')
    .on('deliveries')
    .columns(['provider_id'])
    .where(sql.ref('provider_id'), 'is not', null)
    .execute()
  await schema
    .createIndex('deliveries_mobile')
    .on('deliveries')
    .columns(['uid', 'delivery_id'])
    .where(sql.ref('channel'), '=', sql.lit('mobile'))
    .execute()

  await schema
    .createTable('opt_outs')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('opted_out_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('opt_outs_key', ['entity_id', 'channel', 'uid'])
    .execute()

  await schema
    .createTable('replies')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('reply_id', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('read_as', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('replies_key', ['entity_id', 'received_at', 'reply_id'])
    .execute()
}
