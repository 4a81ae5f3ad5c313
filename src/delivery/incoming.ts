import { type ReplyContext, takeReply } from '../replies/take-reply.ts'
import type { Incoming } from './channels/channel.ts'
import { findProvided, noteReceipt } from './receipts.ts'

/** What becomes of what channels hand over. */
export const incoming = (context: ReplyContext): Incoming => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids, uid)
    if (!delivery) return context.log.warn('a receipt came for a message that is not known')
    await noteReceipt(context, delivery, receipt)
  },
  reply: (reply) => takeReply(context, reply),
})
