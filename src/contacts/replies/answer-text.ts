import { type Kysely, sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { findChannel } from '../../channels/registry.ts'
import { isAddressOfVisit } from '../../messages/delivery/address-of-visit.ts'
import { newDelivery, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { isInConversation } from '../../messages/delivery/received-messages.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import { deliveryIsMarked } from '../../messages/delivery/undeliverable.ts'
import { deliveryIsOptedOut } from '../../messages/opt-outs/delivery-is-opted-out.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { lookAgain } from '../../visits/look-again.ts'

export interface ReplyKey {
  entityId: string
  id: string
}

/** The address that wrote a text, and the notification in whose name the clinic answers. */
interface Addressee {
  address: Address
  notificationId: string
}

/** Sends the words of staff to the address that wrote a text, and marks the text as read. Each answer is a message: the two may
 *  write to each other. Returns the notification in whose name it answers.
 *  @throws Problem reply-not-found, notification-not-found, address-takes-no-messages */
export async function answerText(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  { entityId, id }: ReplyKey,
  { text, by }: { text: string; by: string },
  now: Instant,
) {
  const { address, notificationId } = await findAddressee(trx, { entityId, id }, now)
  const notification = { entityId, id: notificationId, isTest: false }
  const delivery = newDelivery(outbox, { kind: 'answer', notification, ...address, at: now })
  const { entity_id, delivery_id } = delivery
  await trx.insertInto('deliveries').values(delivery).execute()
  await trx
    .insertInto('written_messages')
    .values({ entity_id, delivery_id, text, written_at: now, written_by: by })
    .execute()
  await lookAgain(trx, notification)
  await trx
    .updateTable('replies')
    .set(({ fn, val }) => ({
      answer_id: delivery_id,
      read_at: fn.coalesce('read_at', val(now)),
      read_by: fn.coalesce('read_by', val(by)),
    }))
    .where('entity_id', '=', entityId)
    .where('reply_id', '=', id)
    .execute()
  return notificationId
}

/** Finds the address that wrote a text. A text that is not about one visit is answered in the name of the latest visit of which the
 *  address was told before.
 *  @throws Problem reply-not-found, notification-not-found, address-takes-no-messages */
export async function findAddressee(
  database: Kysely<Schema>,
  { entityId, id }: ReplyKey,
  now: Instant,
): Promise<Addressee> {
  const reply = await database
    .selectFrom('replies')
    .select(['notification_id', 'channel', 'uid', 'received_at'])
    .where('entity_id', '=', entityId)
    .where('reply_id', '=', id)
    .executeTakeFirst()
  if (!reply) throw new Problem('reply-not-found')
  const { notification_id, received_at, ...address } = reply
  const told = await database
    .selectFrom('deliveries')
    .select(['notification_id', 'uid', deliveryIsOptedOut(entityId).as('opted_out')])
    .select(deliveryIsMarked(entityId).as('undeliverable'))
    .where('entity_id', '=', entityId)
    .where(isToAddress(address))
    .where('kind', 'in', ['notice', 'moved'])
    // A visit that got the number after the text may be of somebody else.
    .where('sent_at', '<=', received_at)
    .where('test', '=', 0)
    .$if(notification_id !== null, (some) => some.where('notification_id', '=', notification_id))
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!told) throw new Problem('notification-not-found')
  const reason = await reasonOf(told)
  if (reason !== undefined) throw new Problem('address-takes-no-messages', { reason })
  return { address: { ...address, uid: told.uid }, notificationId: told.notification_id }

  async function reasonOf({ notification_id: id, opted_out, undeliverable }: NonNullable<typeof told>) {
    if (opted_out === 1) return 'opted-out'
    if (undeliverable === 1) return 'undeliverable'
    if (!(await isAddressOfVisit(database, { entityId, id }, address))) return 'address-removed'
    return (await isOver(database, entityId, address, now)) ? 'conversation-over' : undefined
  }
}

/** Whether the provider of the channel no longer accepts free text. */
const isOver = async (database: Kysely<Schema>, entityId: string, address: Address, now: Instant) =>
  findChannel(address.channel).conversationMicros !== undefined &&
  !(await isInConversation(database, entityId, address, now))
