import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Visits: their start, key and history, so that a client can submit them again and list them by day. */
export async function up(database: Kysely<unknown>, { indexesRecords }: Engine) {
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

  if (indexesRecords) for (const statement of recordIndexes) await sql.raw(statement).execute(database)

  await schema.alterTable('deliveries').addColumn('told_of', 'text').execute()
  await schema
    .alterTable('deliveries')
    .addColumn('removed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
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

const name = (column: string) => `'"' || ${column} || '"'`
export const text = (column: string) => `case when ${column} is not null then json_quote(${column}) end`
export const instant = (column: string) =>
  `'"' || replace(datetime((${column} + 10000000000000000) / 1000000 - 10000000000, 'unixepoch'), ' ', 'T')
    || '.' || substr(1000000 + (${column} + 10000000000000000) % 1000000, 2) || '+00:00"'`

export const notificationMembers = `'{"id":' || ${name('notification_id')}, ',"task_id":' || ${name('task_id')},
  ',"external_id":' || ${text('external_id')}, ',"category":' || ${name('category')}, ',"target":' || ${name('target')},
  ',"supersedes":' || ${name('supersedes')}, ',"superseded_by":' || ${name('superseded_by')},
  ',"starts_at":' || ${instant('starts_at')}, ',"ends_at":' || ${instant('ends_at')},
  ',"contact":' || contact, ',"params":' || params, ',"state":' || ${name('state')},
  ',"created_at":' || ${instant('created_at')}, ',"answered_at":' || ${instant('answered_at')},
  ',"by":' || case when answered_at is not null then coalesce(${text('answered_by')}, '"contact"') end,
  ',"arrived_at":' || ${instant('arrived_at')}, ',"arrived_by":' || ${text('arrived_by')},
  ',"wish":' || ${text('wish')}, ',"version":' || version`

export const delivery = `concat('{"kind":' || ${name('kind')}, ',"channel":' || ${name('channel')}, ',"uid":' || ${text('uid')},
  ',"state":' || ${name('state')}, ',"attempts":' || attempts,
  ',"next_attempt_at":' || case when state = 'pending' then ${instant('next_attempt_at')} end,
  ',"sent_at":' || ${instant('sent_at')}, ',"delivered_at":' || ${instant('delivered_at')}, ',"reason":' || ${text('reason')})`

// These are the expressions of `tasks/status-record.ts`. SQLite renders a record when its row changes, and a list copies
// it. `notifications_by_start` stays, because it finds the position of a page without reading records.
const recordIndexes = [
  `create index notifications_rendered on notifications (entity_id, starts_at, notification_id, concat(${notificationMembers}))`,
  'drop index deliveries_notification_index',
  `create index deliveries_notification_index
    on deliveries (entity_id, notification_id, delivery_id, channel, uid, ${delivery})`,
]
