import type { Kysely } from 'kysely'

/** The state that several processes share: task counters and budgets. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database

  await schema
    .createTable('task_counters')
    .addColumn('entity_id', 'text', (column) => column.primaryKey().references('entities.entity_id'))
    .addColumn('tasks', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('budgets')
    .addColumn('access_token_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addColumn('given', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('budgets_key', ['access_token_id', 'kind'])
    .execute()
}
