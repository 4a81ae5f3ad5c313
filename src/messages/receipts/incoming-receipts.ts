import { setTimeout as delay } from 'node:timers/promises'
import { type Address, cleanUid, comparedUid, readAddress } from '../../channels/address.ts'
import type { DeliveryKey, Incoming } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { acrossEntities, mayMissRows } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import type { OutcomeContext } from '../delivery/context.ts'
import { recordBounce } from './bounces.ts'
import { pausesMs, recordReceipt } from './receipts.ts'

/** Handles the receipts and bounces of a channel. Cleans what a provider sent. */
export const incomingReceipts = (context: OutcomeContext, channel: ChannelName): Omit<Incoming, 'reply'> => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids.map(cleanText), await senderOf(channel, uid))
    if (!delivery) return context.log.warn('Received a receipt for an unknown message')
    await recordReceipt(context, delivery, receipt)
  },
  receiptOf: (delivery, receipt) => recordReceipt(context, delivery, receipt),
  bounced: async (delivery, { uid, reason, isUndeliverable }) =>
    recordBounce(context, delivery, await senderOf(channel, uid), { reason: shortReason(reason), isUndeliverable }),
})

/** Returns the address in its stored form. An address that is not valid, such as a short code, stays as it is. */
export async function senderOf(channel: ChannelName, uid: string): Promise<Address> {
  const address = { channel, uid: cleanUid(cleanText(uid)) }
  const read = await readAddress(address)
  return 'fault' in read ? address : read.address
}

/** Finds the delivery whose id the message with a provider's id has, and retries for 2 s. An alternative spelling may be the id of
 *  another message, so it matches only a delivery to `address`.
 *  @throws Problem database-unavailable */
async function findProvided(
  database: Database,
  [id, ...spellings]: string[],
  address: Address,
): Promise<DeliveryKey | undefined> {
  for (const pauseMs of pausesMs) {
    await delay(pauseMs, undefined, { ref: false })
    const known =
      (await deliveriesWithProviderIds(database, address.channel, [id!]))[0] ??
      (await deliveriesWithProviderIds(database, address.channel, spellings)).find(
        (one) => one.compared_uid === comparedUid(address),
      )
    if (known) return { entity_id: known.entity_id, delivery_id: known.joint_id ?? known.delivery_id }
  }
  // The delivery may be on a lost node. The provider repeats a receipt that fails.
  if (mayMissRows(database)) throw new Problem('database-unavailable')
  return undefined
}

const deliveriesWithProviderIds = async (database: Database, channel: ChannelName, ids: string[]) =>
  ids.length === 0
    ? []
    : acrossEntities(
        database,
        database
          .selectFrom('deliveries')
          .select(['entity_id', 'delivery_id', 'compared_uid', 'sent_at', 'joint_id'])
          .where('provider_id', 'in', ids)
          .where('channel', '=', channel),
        { orderBy: ['sent_at'], direction: 'desc', limit: 10 },
      )
