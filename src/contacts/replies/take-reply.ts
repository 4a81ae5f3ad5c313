import { mayMissRows } from '../../platform/database/across-entities.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { applyReply } from './apply-reply.ts'
import { type IncomingReply, type ReplyContext, receiveReply } from './received-reply.ts'

/** Applies a contact's reply: an answer, an opt-out, or a message for people to read. Resolves when it is stored
 *  durably.
 *  @throws Problem database-unavailable, also when an entity on a lost node may lack the reply: the provider sends it again */
export async function takeReply(context: ReplyContext, reply: IncomingReply): Promise<void> {
  let isForAllEntities = false
  await context.database.writeFor(undefined, async (trx) => {
    const received = await receiveReply(trx, context, reply)
    if (received === 'repeated') return
    if (received) {
      isForAllEntities = (await applyReply({ trx, context, received })) === 'all-entities'
    } else {
      isForAllEntities = true
      context.log.warn('Received a reply from an address without notices')
    }
  })
  if (isForAllEntities && mayMissRows(context.database)) throw new Problem('database-unavailable')
}
