import { type Kysely, sql } from 'kysely'

/** How messages and pages of an entity name the contact. The opt-out that *this is not me* replaced, and the messages that it
 *  stopped: a person can take it back. */
export async function up({ schema }: Kysely<unknown>) {
  await schema.alterTable('entities').addColumn('names', 'text').execute()
  await schema.alterTable('opt_outs').addColumn('replaced', 'text').execute()
  await schema
    .createIndex('deliveries_opted_out')
    .on('deliveries')
    .columns(['entity_id', 'channel'])
    .expression(sql`coalesce(mailbox, uid)`)
    .where(sql.ref('state'), '=', sql.lit('stopped'))
    .where(sql.ref('reason'), '=', sql.lit('opted out'))
    .execute()
}
