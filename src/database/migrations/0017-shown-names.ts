import { type Kysely, sql } from 'kysely'

/** How messages and pages of an entity name the contact. The opt-out that *this is not me* replaced, and the messages that it
 *  stopped: a person can take it back. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database
  await schema.alterTable('entities').addColumn('names', 'text').execute()
  await schema.alterTable('opt_outs').addColumn('replaced', 'text').execute()
  await sql`create index deliveries_opted_out on deliveries (entity_id, channel, coalesce(mailbox, uid))
    where state = 'stopped' and reason = 'opted out'`.execute(database)
}
