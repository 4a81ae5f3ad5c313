import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { instant, notificationMembers, text } from './0009-visits.ts'

/** Worklists: when staff dealt with a contact's wish, and when they read a reply. */
export async function up(database: Kysely<unknown>, { indexesRecords }: Engine) {
  const { schema } = database
  for (const [table, at, by] of [
    ['notifications', 'done_at', 'done_by'],
    ['replies', 'read_at', 'read_by'],
  ] as const) {
    await schema.alterTable(table).addColumn(at, 'bigint').execute()
    await schema.alterTable(table).addColumn(by, 'text').execute()
  }
  await schema.createIndex('replies_by_id').on('replies').columns(['entity_id', 'reply_id']).execute()
  if (!indexesRecords) return
  for (const statement of recordIndex) await sql.raw(statement).execute(database)
}

export const done = `',"done":' || case when done_at is not null
  then concat(concat('{"at":' || ${instant('done_at')}, ',"by":' || ${text('done_by')}), '}') end`

// The expression of `tasks/status-record.ts`, now with `done`.
const recordIndex = [
  'drop index if exists notifications_rendered',
  `create index notifications_rendered
    on notifications (entity_id, starts_at, notification_id, concat(${notificationMembers}, ${done}))`,
]
