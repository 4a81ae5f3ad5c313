import { sql, type Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** The reason of a delivery that was stopped because of its address. */
export const undeliverable = 'undeliverable'

const addressesAtOnce = 500

/** Marks an address that does not exist, or accepts no messages. The first mark stays. Later messages to it are stopped, until
 *  the clinic submits it again. */
export async function markUndeliverable(
  trx: Transaction<Schema>,
  entityId: string,
  address: Address,
  reason: string,
  since: Instant,
) {
  await trx
    .insertInto('undeliverable_addresses')
    .values({
      entity_id: entityId,
      channel: address.channel,
      uid: comparedUid(address),
      since,
      reason: oneLine(reason),
    })
    .onConflict((conflict) => conflict.columns(['entity_id', 'channel', 'uid']).doNothing())
    .execute()
}

/** Whether an address of the entity's delivery in a statement is marked. A subselect that takes the entity from the statement
 *  around it would touch all shards of a cluster. */
export const deliveryIsUndeliverable = (entityId: string) => sql<boolean>`exists (
  select 1 from undeliverable_addresses as marked where marked.entity_id = ${entityId}
    and marked.channel = deliveries.channel and marked.uid = deliveries.compared_uid)`

/** The same as 1 or 0, since a boolean of a raw expression differs between the engines. */
export const deliveryIsMarked = (entityId: string) =>
  sql<number>`case when ${deliveryIsUndeliverable(entityId)} then 1 else 0 end`

/** Lifts the marks of addresses that the clinic submits again. Call it after the changes of deliveries: a bounce locks them in
 *  this order. */
export async function liftUndeliverable(trx: Transaction<Schema>, entityId: string, addresses: Address[]) {
  for (const [channel, ofChannel] of Map.groupBy(addresses, ({ channel }) => channel)) {
    const uids = [...new Set(ofChannel.map(comparedUid))]
    for (let from = 0; from < uids.length; from += addressesAtOnce)
      await trx
        .deleteFrom('undeliverable_addresses')
        .where('entity_id', '=', entityId)
        .where('channel', '=', channel)
        .where('uid', 'in', uids.slice(from, from + addressesAtOnce))
        .execute()
  }
}
