import { type Kysely, sql, type Transaction } from 'kysely'
import { type Address, comparedUid } from '../channels/address.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'

interface Received {
  /** The provider's id. */
  id: string
  sentAt: Instant
}

/** Records a message from a contact in the entities that it may be for. The caller has locked the address.
 *  Returns `repeated` if an entity has it already, and `overtaken` if it arrives after a later message. */
export async function recordReceived(
  trx: Transaction<Schema>,
  entityIds: string[],
  address: Address,
  { id, sentAt }: Received,
): Promise<'repeated' | 'overtaken' | 'new'> {
  const from = { channel: address.channel, uid: comparedUid(address) }
  let latest: Instant = sentAt
  for (const entityId of entityIds) {
    const known = await trx
      .selectFrom('received_messages')
      .select(({ fn }) => [
        fn.max('sent_at').as('latest'),
        sql<number>`max(case when message_id = ${id} then 1 else 0 end)`.as('is_repeated'),
      ])
      .where('entity_id', '=', entityId)
      .where('channel', '=', from.channel)
      .where('uid', '=', from.uid)
      .executeTakeFirstOrThrow()
    if (known.is_repeated === 1) return 'repeated'
    latest = Math.max(latest, known.latest ?? 0)
  }
  for (const entity_id of entityIds) {
    const row = { entity_id, ...from, message_id: id, sent_at: sentAt }
    await trx.insertInto('received_messages').values(row).execute()
  }
  return latest > sentAt ? 'overtaken' : 'new'
}

/** Whether the address has sent a message since. */
export async function hasWrittenSince(
  database: Kysely<Schema>,
  entityId: string,
  address: Address,
  since: Instant,
): Promise<boolean> {
  const row = await database
    .selectFrom('received_messages')
    .select('message_id')
    .where('entity_id', '=', entityId)
    .where('channel', '=', address.channel)
    .where('uid', '=', comparedUid(address))
    .where('sent_at', '>', since)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}
