import { type Kysely, sql } from 'kysely'

/** The start of each action's visit. `visits_due` is the last sequence that was recorded without it. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database
  await schema.alterTable('actions').addColumn('starts_at', 'bigint').execute()
  await schema
    .alterTable('entities')
    .addColumn('visits_due', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update entities set visits_due = last_sequence`.execute(database)
}
