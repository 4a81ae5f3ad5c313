import { type Address, normalAddress } from '../../channels/address.ts'
import type { Incoming } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { recordBounce } from '../../messages/receipts/bounces.ts'
import { findProvided, recordReceipt } from '../../messages/receipts/receipts.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import type { ReplyContext } from './received-reply.ts'

/** Handles the receipts and replies of a channel. Cleans what an address or a provider sent. */
export const incoming = (context: ReplyContext, channel: ChannelName): Incoming => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids.map(cleanText), senderOf(channel, uid))
    if (!delivery) return context.log.warn('Received a receipt for an unknown message')
    await recordReceipt(context, delivery, receipt)
  },
  receiptOf: (delivery, receipt) => recordReceipt(context, delivery, receipt),
  bounced: (delivery, { uid, reason, isUndeliverable }) =>
    recordBounce(context, delivery, senderOf(channel, uid), { reason: shortReason(reason), isUndeliverable }),
  async reply({ uid, text, ...reply }) {
    // Loads the vocabulary of replies with the first reply, not at startup.
    const { takeReply } = await import('./take-reply.ts')
    await takeReply(context, { ...reply, ...senderOf(channel, uid), text: cleanText(text) })
  },
})

/** Returns the address in its stored form. An address that is not valid, such as a short code, stays as it is. */
function senderOf(channel: ChannelName, uid: string): Address {
  const address = { channel, uid: cleanText(uid) }
  return normalAddress(address, undefined) ?? address
}
