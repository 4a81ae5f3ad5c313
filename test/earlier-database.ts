import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'

/** The statements that undo each migration, the latest first. */
const undo: Record<string, string[]> = {
  '0018-searched-parts': [],
  '0017-shown-names': [
    'alter table entities drop column names',
    'alter table opt_outs drop column replaced',
    'drop index deliveries_opted_out',
  ],
  '0016-desk': ['drop index if exists notifications_rendered', 'alter table notifications drop column arrived_reason'],
  '0015-mailboxes': [
    'drop index deliveries_notification_index',
    'create index deliveries_notification_index on deliveries (entity_id, notification_id)',
    'alter table deliveries drop column mailbox',
  ],
  '0014-search-in-index': [
    'drop index notifications_by_start',
    'create index notifications_by_start on notifications (entity_id, starts_at, notification_id)',
  ],
  '0013-clinic-contact': [
    'drop table entity_logos',
    'alter table entities drop column phone',
    'alter table entities drop column address',
  ],
  '0012-worklists': [
    'drop index if exists notifications_rendered',
    'drop index replies_by_id',
    'alter table notifications drop column done_at',
    'alter table notifications drop column done_by',
    'alter table replies drop column read_at',
    'alter table replies drop column read_by',
  ],
  '0011-actions-of-notification': ['drop index actions_notification_index'],
  '0010-order-of-deliveries': [
    'drop index deliveries_due_in_order',
    "create index deliveries_due on deliveries (channel, next_attempt_at) where state = 'pending'",
  ],
  '0009-visits': [
    'drop index notifications_by_start',
    'drop index if exists notifications_rendered',
    'drop index deliveries_notification_index',
    'create index deliveries_notification_index on deliveries (entity_id, notification_id)',
    ...[
      ...['starts_at', 'ends_at', 'search', 'digest', 'submitted', 'version', 'supersedes'],
      ...['superseded_by', 'answered_by', 'arrived_by', 'arrived_from', 'revision'],
    ].map((column) => `alter table notifications drop column ${column}`),
    'alter table deliveries drop column told_of',
    'alter table deliveries drop column removed',
    'alter table actions drop column acted_by',
    'alter table actions drop column reason',
    'alter table opt_outs drop column reason',
    'alter table opt_outs drop column notification_id',
    'alter table entities drop column unindexed_until',
  ],
  '0008-counted-actions': ['drop index actions_counted'],
  '0007-tasks': [
    'drop table tasks',
    'drop index notifications_of_task',
    'create index notifications_task on notifications (entity_id, task_id)',
  ],
  '0006-visits-of-actions': [
    'alter table actions drop column starts_at',
    'alter table entities drop column visits_due',
  ],
}

/** Undoes the migrations from `first` on. Returns their names. */
export async function undoMigrations(database: Database, first: keyof typeof undo): Promise<string[]> {
  const names = Object.keys(undo).filter((name) => name >= first)
  await database.transaction().execute(async (trx) => {
    // First: SQLite notices here that another process has changed the tables, and not yet when it compiles `drop column`.
    await sql`delete from kysely_migration where name >= ${first}`.execute(trx)
    for (const statement of names.flatMap((name) => undo[name]!)) await sql.raw(statement).execute(trx)
  })
  return names.toReversed()
}
