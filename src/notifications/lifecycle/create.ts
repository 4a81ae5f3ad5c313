import type { Insertable, Transaction } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import type { Schema } from '../../database/schema.ts'
import type { InformedAddress } from '../../delivery/informed-addresses.ts'
import { type DeliverySettings, newDelivery } from '../../delivery/outbox.ts'
import type { Instant } from '../../instant.ts'
import type { Notification } from '../../visits/notification.ts'
import { visitIndex } from '../../visits/visit-index.ts'

/** A notification to store, in the state `open`. */
export interface NewNotification {
  notification: Notification
  addresses: Address[]
  digest: string
  latest_submission: string | null
  version: number | null
  revision: number
  /** The notification of the same visit at its previous start. */
  supersedes: string | null
  /** The addresses that were told of the previous start. */
  informed: InformedAddress[]
  /** The earliest time of the notice. */
  sendAt: Instant
}

/** Stores notifications, and a delivery for each address. */
export async function create(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  items: NewNotification[],
  now: Instant,
) {
  await trx
    .insertInto('notifications')
    .values(items.map((item) => rowOf(item, now)))
    .execute()
  const deliveries = items.flatMap((item) => deliveryRows(settings, item, now))
  if (deliveries.length > 0) await trx.insertInto('deliveries').values(deliveries).execute()
}

const rowOf = (
  { notification, digest, latest_submission, version, revision, supersedes }: NewNotification,
  now: Instant,
) =>
  ({
    entity_id: notification.entity_id,
    notification_id: notification.id,
    task_id: notification.task_id,
    external_id: notification.external_id,
    category: notification.category,
    target: notification.target,
    contact: JSON.stringify(notification.contact),
    params: JSON.stringify(notification.params),
    files: JSON.stringify(notification.files ?? []),
    inferred_data: JSON.stringify(notification.inferred_data ?? {}),
    state: 'open',
    created_at: now,
    ...visitIndex(notification),
    digest,
    latest_submission,
    version,
    revision,
    supersedes,
  }) satisfies Insertable<Schema['notifications']>

/** Tells the addresses that were told of the previous start at once: otherwise, the contacts would come at the wrong time.
 *  If the client names no address, these addresses still get the message. */
function deliveryRows(
  settings: DeliverySettings,
  { notification, addresses, informed, sendAt }: NewNotification,
  now: Instant,
) {
  const toldOf = new Map(informed.map((one) => [addressKey(one), one.toldOf]))
  const told = informed.filter(({ isRemoved }) => !isRemoved)
  return (addresses.length > 0 ? addresses : told).map(({ channel, uid }) => {
    const told_of = toldOf.get(addressKey({ channel, uid })) ?? null
    const message = told_of === null ? { kind: 'notice' as const, at: sendAt } : { kind: 'moved' as const, at: now }
    const to = { entityId: notification.entity_id, notificationId: notification.id, channel, uid }
    return newDelivery(settings, { ...to, ...message, toldOf: told_of })
  })
}
