import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { type Answer, answer, longestWish } from '../answers/answer.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Reply } from '../delivery/channels/channel.ts'
import { optIn, optOut } from '../delivery/opt-out.ts'
import { newDelivery, type Sending } from '../delivery/outbox.ts'
import type { Clock } from '../instant.ts'
import { numberNotices } from './ask-which.ts'
import { keepReply } from './kept.ts'
import { readMeaning } from './meaning.ts'
import { answerable, type Notice, noticesTo } from './notices.ts'

export interface ReplyContext extends Sending {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
}

/** Takes what a contact texted back: an answer, an opt-out, or something for people to read. Once it resolves, that is
 *  kept for good. */
export async function takeReply(context: ReplyContext, { uid, text }: Reply): Promise<void> {
  await context.database.transaction().execute(async (trx) => {
    const notices = await noticesTo(trx, uid)
    if (notices.length === 0) return context.log.warn('a text came from a number that no notice was sent to')
    const now = context.clock.now()
    const address = { channel: 'mobile' as const, uid }
    const possible = answerable(notices, now)
    const { meaning, number, action, isWish } = readMeaning(text)
    const keep = (entityId: string, about?: Notice) =>
      keepReply(trx, { entityId, notificationId: about?.notification.id, ...address, text, readAs: meaning, now })

    switch (meaning) {
      case 'stop':
      case 'start':
        // Entities may share a number, and the carrier stops them all.
        for (const entityId of new Set(notices.map(({ entity }) => entity.id))) {
          await (meaning === 'stop' ? optOut(trx, entityId, address, now) : optIn(trx, entityId, address))
          await keep(entityId)
        }
        return
      case 'number': {
        const chosen = possible.find(({ asked }) => asked?.number === number)
        if (!chosen) return keep(notices[0]!.entity.id)
        return answerNotice(trx, context, chosen, { action: action ?? chosen.asked!.action, ...address })
      }
      case 'unclear':
        return keep((possible[0] ?? notices[0]!).entity.id, possible.length === 1 ? possible[0] : undefined)
    }
    await numberNotices(trx, notices, possible.length > 1 ? possible : [], meaning)
    if (possible.length === 0) return keep(notices[0]!.entity.id)
    const wish = isWish && { wish: text.slice(0, longestWish) }
    if (possible.length === 1) return answerNotice(trx, context, possible[0]!, { action: meaning, ...address, ...wish })
    if (wish) await keep(possible[0]!.entity.id)
    await send(trx, context, 'question', possible[0]!, uid)
  })
}

async function answerNotice(trx: Transaction<Schema>, context: ReplyContext, notice: Notice, given: Answer) {
  const { entity, notification } = notice
  const isChanged = await answer(trx, context, entity, notification, given, context.clock.now())
  if (isChanged) await send(trx, context, 'acknowledgement', notice, given.uid)
}

async function send(
  trx: Transaction<Schema>,
  context: ReplyContext,
  kind: 'acknowledgement' | 'question',
  { entity, notification }: Notice,
  uid: string,
) {
  const to = { entityId: entity.id, notificationId: notification.id, channel: 'mobile' as const, uid }
  await trx
    .insertInto('deliveries')
    .values(newDelivery(context, { kind, ...to, at: context.clock.now() }))
    .execute()
}
