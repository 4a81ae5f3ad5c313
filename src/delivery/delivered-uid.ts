import { sql } from 'kysely'

/** The uid by which the address of a delivery compares, as `comparedUid` writes it.
 *  @param table the name or alias of the table in the statement */
export const deliveredUid = (table = 'deliveries') =>
  sql<string>`coalesce(${sql.ref(`${table}.mailbox`)}, ${sql.ref(`${table}.uid`)})`
