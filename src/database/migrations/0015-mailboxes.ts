import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { delivery } from './0009-visits.ts'

/** The mailbox by which an address compares, where it differs from the spelling of the client. Opt-outs have it as their
 *  key. */
export async function up(database: Kysely<unknown>, { indexesRecords }: Engine) {
  await database.schema.alterTable('deliveries').addColumn('mailbox', 'text').execute()
  await sql`update deliveries set mailbox = lower(uid) where channel = 'email' and uid <> lower(uid)`.execute(database)
  await sql`insert into opt_outs (entity_id, channel, uid, opted_out_at, reason, notification_id)
    select entity_id, channel, lower(uid), min(opted_out_at), min(reason), min(notification_id) from opt_outs
    where channel = 'email' and uid <> lower(uid) group by entity_id, channel, lower(uid)
    on conflict do nothing`.execute(database)
  await sql`delete from opt_outs where channel = 'email' and uid <> lower(uid)`.execute(database)
  if (!indexesRecords) return
  await sql`drop index deliveries_notification_index`.execute(database)
  await sql
    .raw(`create index deliveries_notification_index
      on deliveries (entity_id, notification_id, delivery_id, channel, coalesce(mailbox, uid), ${delivery})`)
    .execute(database)
}
