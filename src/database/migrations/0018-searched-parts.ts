import { type Kysely, sql } from 'kysely'

/** The searched words of a visit have their parts, such as `avila` of D'Ávila: an upgrade writes them again, from the
 *  greatest id down. */
export async function up(database: Kysely<unknown>) {
  await sql`
    update entities set unindexed_until =
      (select max(notification_id) from notifications where notifications.entity_id = entities.entity_id)`.execute(
    database,
  )
}
