import { type Address, normalAddress } from '../../channels/address.ts'
import type { Incoming } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import type { OutcomeContext } from '../delivery/context.ts'
import { recordBounce } from './bounces.ts'
import { findProvided, recordReceipt } from './receipts.ts'

/** Handles the receipts and bounces of a channel. Cleans what a provider sent. */
export const incomingReceipts = (context: OutcomeContext, channel: ChannelName): Omit<Incoming, 'reply'> => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids.map(cleanText), senderOf(channel, uid))
    if (!delivery) return context.log.warn('Received a receipt for an unknown message')
    await recordReceipt(context, delivery, receipt)
  },
  receiptOf: (delivery, receipt) => recordReceipt(context, delivery, receipt),
  bounced: (delivery, { uid, reason, isUndeliverable }) =>
    recordBounce(context, delivery, senderOf(channel, uid), { reason: shortReason(reason), isUndeliverable }),
})

/** Returns the address in its stored form. An address that is not valid, such as a short code, stays as it is. */
export function senderOf(channel: ChannelName, uid: string): Address {
  const address = { channel, uid: cleanText(uid) }
  return normalAddress(address, undefined) ?? address
}
