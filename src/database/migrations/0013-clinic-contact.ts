import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/** The telephone number, the address and the logo of an entity, which its pages and messages show. */
export async function up(database: Kysely<unknown>, { clusteredByKey }: Engine) {
  const { schema } = database
  for (const column of ['phone', 'address']) await schema.alterTable('entities').addColumn(column, 'text').execute()
  // Not a column of entities: SQLite writes a whole row for each action that the row counts.
  // No foreign key: on Citus, a table that is not distributed yet cannot reference the distributed entities.
  await schema
    .createTable('entity_logos')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('png', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('entity_logos_key', ['entity_id'])
    .modifyEnd(clusteredByKey)
    .execute()
}
