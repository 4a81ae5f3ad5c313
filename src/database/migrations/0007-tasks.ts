import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Lists an entity's tasks by time, and a task's notifications in pages. */
export async function up(database: Kysely<unknown>, { clusteredByKey }: Engine) {
  const { schema } = database

  // It refers to no entity: where Citus has spread the entities, rows of a table that is not spread yet may not.
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
  // All of a task were taken at one instant; what came with history has none. What an older process takes from here on, until
  // it is replaced, is not listed.
  await sql`
    insert into tasks (entity_id, created_at, task_id, category, target)
    select entity_id, min(created_at), task_id, min(category), min(target)
    from notifications where created_at is not null
    group by entity_id, task_id`.execute(database)

  // With their order: or else PostgreSQL may look for a page of a task among all notifications of the entity. The old index
  // goes last, since that locks readers out.
  await schema
    .createIndex('notifications_of_task')
    .on('notifications')
    .columns(['entity_id', 'task_id', 'notification_id'])
    .execute()
  await schema.dropIndex('notifications_task').execute()
}
