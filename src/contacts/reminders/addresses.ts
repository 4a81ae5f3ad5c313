import type { Kysely, Transaction } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import { ofSameAddress } from '../../messages/delivery/delivery-joins.ts'
import { isUnused } from '../../messages/delivery/fallback.ts'
import { kindsWithStart, type MessageKind } from '../../messages/delivery/kind.ts'
import { deliveryIsUndeliverable } from '../../messages/delivery/undeliverable.ts'
import { reasonOfOptOut } from '../../messages/opt-outs/delivery-is-opted-out.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'

// No reminder follows another message with the start within this time.
export const apartMicros = hours(1)

/** Returns the addresses that were told of the visit. Skips an address that the notice did not use, that is undeliverable, that has
 *  a pending message with the start, or that got a message of these kinds within the last hour. */
export async function addressesToRemind(
  trx: Transaction<Schema>,
  { entityId, id }: NotificationKey,
  kinds: readonly MessageKind[],
  now: Instant,
): Promise<Address[]> {
  const deliveries = await trx
    .selectFrom('deliveries')
    .select(['kind', 'channel', 'uid', 'state', 'sent_at', 'fallback_rank'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('kind', 'in', kindsWithStart)
    .where('removed', '=', 0)
    .where(({ not }) => not(deliveryIsUndeliverable(entityId)))
    .orderBy('delivery_id')
    .execute()
  const used = deliveries.filter((delivery) => delivery.state === 'pending' || !isUnused(delivery))
  const byAddress = Map.groupBy(used, addressKey)
  const isRecent = ({ kind, sent_at }: (typeof used)[number]) =>
    kinds.includes(kind) && sent_at !== null && sent_at > now - apartMicros
  return [...byAddress.values()]
    .filter((own) => !own.some((one) => one.state === 'pending' || isRecent(one)))
    .map(([first]) => ({ channel: first!.channel, uid: first!.uid }))
}

/** An address that was told of a visit, and from when it takes a reminder; undefined: it receives no messages. */
export interface ReminderAddress extends Address {
  freeFrom: Instant | undefined
}

/** Returns the addresses that were told of visits, by the id of the notification. A pending message counts as sent when its next
 *  attempt is due. */
export async function reminderAddresses(database: Kysely<Schema>, entityId: string, ids: string[]) {
  const deliveries = await database
    .selectFrom('deliveries')
    .leftJoin('opt_outs', (join) => join.on(ofSameAddress))
    .select([
      ...(['deliveries.notification_id', 'deliveries.channel', 'deliveries.uid', 'deliveries.state'] as const),
      ...(['deliveries.sent_at', 'deliveries.next_attempt_at', 'deliveries.fallback_rank'] as const),
      reasonOfOptOut(entityId).as('optedOut'),
    ])
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.notification_id', 'in', ids)
    .where('deliveries.kind', 'in', kindsWithStart)
    .where('deliveries.removed', '=', 0)
    .where(({ not }) => not(deliveryIsUndeliverable(entityId)))
    .execute()
  const byNotification = new Map<string, Map<string, ReminderAddress>>()
  const used = deliveries.filter((delivery) => delivery.state === 'pending' || !isUnused(delivery))
  for (const { notification_id, channel, uid, state, sent_at, next_attempt_at, optedOut } of used) {
    const addresses = byNotification.getOrInsertComputed(notification_id, () => new Map())
    const address = addresses.getOrInsertComputed(addressKey({ channel, uid }), () => ({ channel, uid, freeFrom: 0 }))
    const last = state === 'pending' ? next_attempt_at : sent_at
    if (optedOut !== null) address.freeFrom = undefined
    else if (last !== null) address.freeFrom = Math.max(address.freeFrom!, last + apartMicros)
  }
  return byNotification
}
