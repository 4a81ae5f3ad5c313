import { expressionBuilder, sql, type Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { addressRemoved } from './address-of-visit.ts'
import { kindsWithStart } from './kind.ts'

/** Marks the deliveries to all other addresses as removed, and stops the pending ones. Their links end, and these addresses get no
 *  message. Without addresses, news of a move still goes to the addresses that know the old start. */
export async function removeOtherAddresses(
  trx: Transaction<Schema>,
  { entityId, id }: NotificationKey,
  addresses: Address[],
) {
  await trx
    .updateTable('deliveries')
    .set({ state: 'stopped', reason: addressRemoved })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'pending')
    .where('kind', 'in', addresses.length > 0 ? kindsWithStart : ['notice', 'reminder'])
    .where(({ not }) => not(isOneOf(addresses)))
    .execute()
  const removed = sql<0 | 1>`case when ${isOneOf(addresses)} then 0 else 1 end`
  await trx
    .updateTable('deliveries')
    .set({ removed })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('removed', '!=', removed)
    .$if(addresses.length === 0, (rows) => rows.where(({ not, and }) => not(and({ kind: 'moved', state: 'pending' }))))
    .execute()
}

const isOneOf = (addresses: Address[]) => {
  const { or, and } = expressionBuilder<Schema, 'deliveries'>()
  return or(addresses.map((address) => and({ channel: address.channel, compared_uid: comparedUid(address) })))
}
