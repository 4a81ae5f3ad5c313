import { setTimeout as delay } from 'node:timers/promises'
import { type Address, cleanUid, comparedUid, readAddress } from '../../channels/address.ts'
import type { DeliveryKey, Incoming, Receipt } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { acrossEntities, mayMissRows } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import type { OutcomeContext } from '../delivery/context.ts'
import { recordBounce } from './bounces.ts'
import { pausesMs, recordReceipt } from './receipts.ts'

/** Handles the receipts and bounces of a channel. Cleans what a provider sent. */
export function incomingReceipts(context: OutcomeContext, channel: ChannelName): Omit<Incoming, 'reply'> {
  return {
    async receipt(ids, uid, receipt) {
      const delivery = await findProvided(context.database, ids.map(cleanText), await senderOf(channel, uid))
      if (!delivery) return context.log.warn('Received a receipt for an unknown message')
      await receiptOf(delivery, receipt)
    },
    receiptOf,
    async bounced(delivery, { uid, reason, isUndeliverable }) {
      const sender = await senderOf(channel, uid)
      const bounce = { reason: shortReason(reason), isUndeliverable }
      const notificationId = await recordBounce(context, delivery, sender, bounce)
      if (notificationId !== undefined) record(delivery, 'bounce', [notificationId], 'bounced')
    },
  }

  async function receiptOf(delivery: DeliveryKey, receipt: Receipt) {
    const notificationIds = await recordReceipt(context, delivery, receipt)
    if (notificationIds.length > 0) record(delivery, 'receipt', notificationIds, receipt.outcome)
  }

  function record({ entity_id }: DeliveryKey, operation: string, notificationIds: string[], outcome: string) {
    const who = { kind: 'provider', name: channel } as const
    const contacts = contactsOf(...notificationIds)
    context.audit.record({ entityId: entity_id, who, operation, contacts, outcome })
  }
}

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
