import { mayMissRows } from '../../platform/database/across-entities.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { applyReply } from './apply-reply.ts'
import type { Notice } from './notices.ts'
import { type IncomingReply, type ReplyContext, receiveReply } from './received-reply.ts'

/** Applies a contact's reply: an answer, an opt-out, or a message for people to read. Resolves when it is stored
 *  durably.
 *  @throws Problem database-unavailable, also when an entity on a lost node may lack the reply: the provider sends it again */
export async function takeReply(context: ReplyContext, reply: IncomingReply): Promise<void> {
  let isForAllEntities = false
  let notices: Notice[] = []
  await context.database.writeFor(undefined, async (trx) => {
    const received = await receiveReply(trx, context, reply)
    if (received === 'repeated') return
    if (received) {
      notices = received.notices
      isForAllEntities = (await applyReply({ trx, context, received })) === 'all-entities'
    } else {
      isForAllEntities = true
      context.log.warn('Received a reply from an address without notices')
    }
  })
  auditReply(context, reply, notices)
  if (isForAllEntities && mayMissRows(context.database)) throw new Problem('database-unavailable')
}

/** Makes an entry for each entity whose notices the service has compared with the reply. */
function auditReply({ audit }: ReplyContext, { channel }: IncomingReply, notices: Notice[]) {
  for (const [entityId, ofEntity] of Map.groupBy(notices, ({ entity }) => entity.id)) {
    const contacts = contactsOf(...ofEntity.map(({ notification }) => notification.id))
    audit.record({ entityId, who: { kind: 'provider', name: channel }, operation: 'reply', contacts, outcome: 'taken' })
  }
}
