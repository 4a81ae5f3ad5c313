import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Address } from '../notifications/address.ts'
import type { NotificationKey } from '../notifications/notification.ts'

/** An address that was told of a visit, and the notification that told it last. */
export type Told = Address & { toldOf: string }

// These messages contain the start of the visit.
const telling = ['notice', 'moved', 'confirmation', 'acknowledgement'] as const

/** Returns the addresses that were told of the visit by this notification, or by one that it superseded. A message that
 *  is being sent counts. */
export async function toldAddresses(trx: Transaction<Schema>, { entityId, id }: NotificationKey): Promise<Told[]> {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['channel', 'uid', 'state', 'sent_at', 'attempts', 'reason', 'told_of'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('kind', 'in', telling)
    .orderBy('delivery_id')
    .execute()
  const told = rows.flatMap(({ channel, uid, told_of, ...delivery }) => {
    const toldOf = mayBeSent(delivery) ? id : told_of
    return toldOf === null ? [] : [{ channel, uid, toldOf }]
  })
  return [...new Map(told.map((one) => [addressKey(one), one])).values()]
}

/** Returns the addresses to which the notification has a delivery that was not stopped. */
export async function notifiedAddresses(
  trx: Transaction<Schema>,
  { entityId, id }: NotificationKey,
): Promise<Address[]> {
  return trx
    .selectFrom('deliveries')
    .select(['channel', 'uid'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('kind', 'in', telling)
    .where('state', '!=', 'stopped')
    .execute()
}

export const addressKey = ({ channel, uid }: Address) => `${channel} ${uid}`

type Progress = Pick<Schema['deliveries'], 'state'> & {
  sent_at: number | null
  attempts: number
  reason: string | null
}

// A pending delivery without a failure is being sent, or its process was killed before it recorded the outcome.
const mayBeSent = ({ state, sent_at, attempts, reason }: Progress) =>
  sent_at !== null || (state === 'pending' && attempts > 0 && reason === null)
