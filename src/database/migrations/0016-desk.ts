import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { notificationMembers, text } from './0009-visits.ts'
import { done } from './0012-worklists.ts'

/** The desk: why staff forced an arrival, and codes of contacts who asked for another time. */
export async function up(database: Kysely<unknown>, { indexesRecords }: Engine) {
  await database.schema.alterTable('notifications').addColumn('arrived_reason', 'text').execute()
  // `moved` stood for both. It is right only where another notification has replaced the one of the token.
  await sql`
    update checkin_tokens set revoked = 'another-time'
    where revoked = 'moved' and revoked_at is not null and exists (select 1 from notifications
      where notifications.entity_id = checkin_tokens.entity_id
        and notifications.notification_id = checkin_tokens.notification_id and notifications.state <> 'superseded')`.execute(
    database,
  )
  if (indexesRecords) for (const statement of recordIndex) await sql.raw(statement).execute(database)
}

// The expression of `tasks/status-record.ts`, now with `arrived_reason`.
const recordIndex = [
  'drop index if exists notifications_rendered',
  `create index notifications_rendered on notifications (entity_id, starts_at, notification_id,
    concat(${notificationMembers}, ${done}, ',"arrived_reason":' || ${text('arrived_reason')}))`,
]
