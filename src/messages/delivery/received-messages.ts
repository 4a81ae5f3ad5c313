import { type Kysely, sql, type Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import { findChannel } from '../../channels/registry.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'

interface ReceivedMessage {
  /** The provider's id, if it has one. */
  id: string | undefined
  sentAt: Instant
  /** The notification whose button the contact tapped. */
  notificationId: string | undefined
}

/** Records a message from a contact in the entities that it may be for. The caller has locked the address.
 *  Returns `repeated` if an entity has it already, and `overtaken` if a later text, or a later tap of the same notification, has
 *  arrived before. */
export async function recordReceived(
  trx: Transaction<Schema>,
  entityIds: string[],
  address: Address,
  { id, sentAt, notificationId }: ReceivedMessage,
): Promise<'repeated' | 'overtaken' | 'new'> {
  if (id === undefined) return 'new'
  const from = { channel: address.channel, uid: comparedUid(address) }
  const isAbout = notificationId === undefined ? sql`notification_id is null` : sql`notification_id = ${notificationId}`
  let latest: Instant = sentAt
  for (const entityId of entityIds) {
    const known = await trx
      .selectFrom('received_messages')
      .select([
        sql<number>`max(case when message_id = ${id} then 1 else 0 end)`.as('is_repeated'),
        sql<Instant | null>`max(case when ${isAbout} then sent_at end)`.as('latest'),
      ])
      .where('entity_id', '=', entityId)
      .where('channel', '=', from.channel)
      .where('uid', '=', from.uid)
      .executeTakeFirstOrThrow()
    if (known.is_repeated === 1) return 'repeated'
    latest = Math.max(latest, known.latest ?? 0)
  }
  const row = { ...from, message_id: id, sent_at: sentAt, notification_id: notificationId ?? null }
  for (const entity_id of entityIds)
    await trx
      .insertInto('received_messages')
      .values({ entity_id, ...row })
      .execute()
  return latest > sentAt ? 'overtaken' : 'new'
}

/** Whether the address had written so recently at `at` that the provider of its channel takes any text. */
export async function isInConversation(
  database: Kysely<Schema>,
  entityId: string,
  address: Address,
  at: Instant,
): Promise<boolean> {
  const { conversationMicros } = findChannel(address.channel)
  if (conversationMicros === undefined) return false
  const row = await database
    .selectFrom('received_messages')
    .select('message_id')
    .where('entity_id', '=', entityId)
    .where('channel', '=', address.channel)
    .where('uid', '=', comparedUid(address))
    .where('sent_at', '>', at - conversationMicros)
    .where('sent_at', '<=', at)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}
