import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Lists an entity's tasks by time, and a task's notifications page by page. */
export async function up(database: Kysely<unknown>, { clusteredByKey }: Engine) {
  const { schema } = database

  // No foreign key: on Citus, a table that is not distributed yet cannot reference the distributed entities.
  await schema
    .createTable('tasks')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tasks_key', ['entity_id', 'created_at', 'task_id'])
    .modifyEnd(clusteredByKey)
    .execute()
  // All notifications of a task have the same instant; imported ones have none. Tasks that an older process accepts after
  // this migration are not listed. An interrupted migration inserts them again.
  await sql`
    insert into tasks (entity_id, created_at, task_id, category, target)
    select entity_id, min(created_at), task_id, min(category), min(target)
    from notifications where created_at is not null
    group by entity_id, task_id
    on conflict do nothing`.execute(database)

  // Includes the order: otherwise PostgreSQL may search all notifications of the entity for a page of a task. Dropping the
  // old index comes last, because it blocks readers.
  await schema
    .createIndex('notifications_of_task')
    .on('notifications')
    .columns(['entity_id', 'task_id', 'notification_id'])
    .execute()
  await schema.dropIndex('notifications_task').execute()
}
