import type { Incoming } from '../channels/channel.ts'
import type { ChannelName } from '../channels/registry.ts'
import { cleanText } from '../clean-text.ts'
import { findProvided, recordReceipt } from '../delivery/receipts.ts'
import type { ReplyContext } from './take-reply.ts'

/** Handles the receipts and replies of a channel. Cleans what a telephone or a provider sent. */
export const incoming = (context: ReplyContext, channel: ChannelName): Incoming => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids.map(cleanText), { channel, uid })
    if (!delivery) return context.log.warn('Received a receipt for an unknown message')
    await recordReceipt(context, delivery, receipt)
  },
  receiptOf: (delivery, receipt) => recordReceipt(context, delivery, receipt),
  async reply({ uid, text, ...reply }) {
    // Loads the vocabulary of replies with the first reply, not at startup.
    const { takeReply } = await import('./take-reply.ts')
    await takeReply(context, { ...reply, channel, uid: cleanText(uid), text: cleanText(text) })
  },
})
