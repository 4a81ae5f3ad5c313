import type { Incoming } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { incomingReceipts, senderOf } from '../../messages/receipts/incoming-receipts.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import type { ReplyContext } from './received-reply.ts'

/** Handles the receipts, bounces and replies of a channel. Cleans what a contact sent. */
export const incoming = (context: ReplyContext, channel: ChannelName): Incoming => ({
  ...incomingReceipts(context, channel),
  async reply({ uid, text, ...reply }) {
    // Loads the vocabulary of replies with the first reply, not at startup.
    const { takeReply } = await import('./take-reply.ts')
    await takeReply(context, { ...reply, ...(await senderOf(channel, uid)), text: cleanText(text) })
  },
})
