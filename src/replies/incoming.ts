import type { Incoming } from '../delivery/channels/channel.ts'
import { findProvided, noteReceipt } from '../delivery/receipts.ts'
import { type ReplyContext, takeReply } from './take-reply.ts'

/** What becomes of what channels hand over. */
export const incoming = (context: ReplyContext): Incoming => ({
  async receipt(ids, uid, receipt) {
    const delivery = await findProvided(context.database, ids, uid)
    if (!delivery) return context.log.warn('a receipt came for a message that is not known')
    await noteReceipt(context, delivery, receipt)
  },
  reply: (reply) => takeReply(context, reply),
})
