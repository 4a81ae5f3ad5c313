import type { Incoming, Reply } from '../channels/channel.ts'
import { cleanText } from '../clean-text.ts'
import { findProvided, recordReceipt } from '../delivery/receipts.ts'
import type { ReplyContext } from './take-reply.ts'

/** Handles the receipts and replies of all channels. */
export const incoming = (context: ReplyContext): Incoming => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids.map(cleanText), uid)
    if (!delivery) return context.log.warn('Received a receipt for an unknown message')
    await recordReceipt(context, delivery, receipt)
  },
  reply: (reply) => takeReplyLater(context, reply),
})

/** Cleans what a telephone or a provider sent. Loads the vocabulary of replies with the first reply, not at startup. */
export const takeReplyLater = async (context: ReplyContext, { uid, text, ...reply }: Reply) =>
  (await import('./take-reply.ts')).takeReply(context, { ...reply, uid: cleanText(uid), text: cleanText(text) })
