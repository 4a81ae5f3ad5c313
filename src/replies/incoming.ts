import type { Incoming, Reply } from '../delivery/channels/channel.ts'
import { findProvided, noteReceipt } from '../delivery/receipts.ts'
import type { ReplyContext } from './take-reply.ts'

/** Takes the receipts and replies that channels hand over. */
export const incoming = (context: ReplyContext): Incoming => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids, uid)
    if (!delivery) return context.log.warn('a receipt came for a message that is not known')
    await noteReceipt(context, delivery, receipt)
  },
  reply: (reply) => takeReplyLater(context, reply),
})

/** The start need not wait for the words that contacts reply with. */
export const takeReplyLater = async (context: ReplyContext, reply: Reply) =>
  (await import('./take-reply.ts')).takeReply(context, reply)
