import { type Kysely, sql } from 'kysely'

/** When the visit begins that an action is about, and up to which sequence actions were recorded without. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database
  await schema.alterTable('actions').addColumn('starts_at', 'bigint').execute()
  await schema
    .alterTable('entities')
    .addColumn('visits_due', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update entities set visits_due = last_sequence`.execute(database)
}
