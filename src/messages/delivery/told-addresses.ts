import type { Selectable, Transaction } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { kindsWithStart, type MessageKind } from './kind.ts'
import { sentStates } from './state.ts'
import { stopDeliveries } from './stop-deliveries.ts'
import { undeliverable } from './undeliverable.ts'

/** An address that was told of a visit, and the notification that told it last. */
export type AddressToldOfVisit = Address & {
  toldOf: string
  /** Whether the clinic has removed the address from the visit. */
  isRemoved: boolean
}

/** Stops the deliveries of a notification. Returns the addresses that were told of the visit by it, or by one that it
 *  superseded. A message that is being sent counts. */
export async function stopAndListTold(
  trx: Transaction<Schema>,
  { entityId, id }: NotificationKey,
  reason: 'superseded' | 'withdrawn',
): Promise<AddressToldOfVisit[]> {
  // Stop before reading: the update waits for a worker that is leasing a delivery, and no worker leases one afterwards.
  await stopDeliveries(trx, { entityId, id, reason })
  const rows = await trx
    .selectFrom('deliveries')
    .select(['channel', 'uid', 'sent_at', 'lease_until', 'told_of', 'removed'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('kind', 'in', kindsWithStart)
    .orderBy('delivery_id')
    .execute()
  const told = rows.flatMap(({ channel, uid, told_of, removed, ...delivery }) => {
    const toldOf = mayBeSent(delivery) ? id : told_of
    return toldOf === null ? [] : [{ channel, uid, toldOf, isRemoved: removed === 1 }]
  })
  return [...new Map(told.map((one) => [addressKey(one), one])).values()]
}

/** Returns the addresses to which the notification has a delivery that was not stopped, or was stopped because the address is
 *  undeliverable. */
export const addressesWithDelivery = (trx: Transaction<Schema>, key: NotificationKey): Promise<Address[]> =>
  addressesOf(trx, key)
    .where('kind', 'in', kindsWithStart)
    .where(({ or, eb }) => or([eb('state', '!=', 'stopped'), eb('reason', '=', undeliverable)]))
    .execute()

/** Returns the addresses of the sent messages that contain the start of the visit. Skips removed addresses. */
export async function receivingAddresses(trx: Transaction<Schema>, key: NotificationKey): Promise<Address[]> {
  const rows = await addressesOf(trx, key)
    .where('kind', 'in', kindsWithStart)
    .where('state', 'in', sentStates)
    .where('removed', '=', 0)
    .orderBy('delivery_id')
    .execute()
  return [...new Map(rows.map((address) => [addressKey(address), address])).values()]
}

/** Returns the addresses of the sent messages of a kind. */
export const addressesOfKind = (
  trx: Transaction<Schema>,
  key: NotificationKey,
  kind: MessageKind,
): Promise<Address[]> => addressesOf(trx, key).where('kind', '=', kind).where('sent_at', 'is not', null).execute()

const addressesOf = (trx: Transaction<Schema>, { entityId, id }: NotificationKey) =>
  trx
    .selectFrom('deliveries')
    .select(['channel', 'uid'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)

type Progress = Pick<Selectable<Schema['deliveries']>, 'sent_at' | 'lease_until'>

/** Whether the message was sent, or may have been. A leased delivery is being sent, or its process was killed before it
 *  recorded the outcome. */
export const mayBeSent = ({ sent_at, lease_until }: Progress) => sent_at !== null || lease_until !== null
