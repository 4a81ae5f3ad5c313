import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { type Address, comparedUid } from '../channels/address.ts'
import type { Attachment, DeliveryKey, Reply } from '../channels/incoming.ts'
import { type ChannelName, findChannel } from '../channels/registry.ts'
import { availability, isDegraded } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { newDelivery, type OutboxContext } from '../delivery/outbox.ts'
import { recordReceived } from '../delivery/received-messages.ts'
import type { Entity } from '../entities/entity.ts'
import { Problem } from '../errors.ts'
import { type Clock, minutes } from '../instant.ts'
import { languageOf } from '../languages/languages.ts'
import { wordsOf } from '../languages/words.ts'
import { type Answer, maxWishLength, answer as recordAnswer } from '../notifications/lifecycle/answer.ts'
import { canHappen, isAnswerable } from '../notifications/lifecycle/events.ts'
import { lockNotification } from '../notifications/lifecycle/lock.ts'
import { optIn, optOut } from '../opt-outs/opt-out.ts'
import { answerNames } from '../plugins/plugin.ts'
import { markedKey } from '../visits/notification.ts'
import { numberNotices } from './ask-which.ts'
import { answeringEntity } from './latest-answer.ts'
import { type Interpretation, interpret, isBareAnswer } from './meaning.ts'
import { answerable, type Notice, noticesTo, offers, unansweredOrAll } from './notices.ts'
import { storeReply } from './unhandled-reply.ts'

// A reply names no entity, so all replies share the connection limit of one entity.
const sharedLimitKey = '(replies)'
// Breaks the loop between this service and an address that replies automatically.
const askAgainAfterMicros = minutes(10)
// The clocks of the provider and of this machine differ.
const clockToleranceMicros = minutes(1)
const unclear: Interpretation = { meaning: 'unclear' }
const byReply = { reason: 'opt-out', notification_id: null } as const

export interface ReplyContext extends OutboxContext {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
}

interface ReceivedReply extends Reply {
  channel: ChannelName
}

/** Applies a contact's reply: an answer, an opt-out, or a message for people to read. Resolves when it is stored
 *  durably.
 *  @throws Problem database-unavailable, also when an entity on a lost node may lack the reply: the provider sends it again */
export async function takeReply(context: ReplyContext, reply: ReceivedReply): Promise<void> {
  const { channel, uid, text: written, attachment, id, sentAt, tapped } = reply
  let isForAllEntities = false
  await context.database.writeFor(sharedLimitKey, async (trx) => {
    const now = context.clock.now()
    const sender = { channel, uid }
    // Lock the address, so that the second of two concurrent replies sees the first. A lock of the latest notification could
    // deadlock with a task, because the reply may answer another one.
    await context.database.engine.lockKey(comparedUid(sender)).execute(trx)
    const notices = await noticesTo(trx, sender, now, availability(context.database))
    const latest = latestOf(notices)
    if (!latest) {
      isForAllEntities = true
      return context.log.warn('Received a reply from an address without notices')
    }
    const address = { channel, uid: latest.uid }
    const entityIds = [...new Set(notices.map(({ entity }) => entity.id))]
    const tappedId = tapped && (await notificationOf(trx, tapped.delivery, sender))
    const message = { id, sentAt: Math.min(sentAt ?? now, now), notificationId: tappedId }
    const order = await recordReceived(trx, entityIds, address, message)
    if (order === 'repeated') return
    const text = attachment ? withAttachment(written, attachment, latest.entity) : written
    const possible = answerable(notices, now)
    const waiting = unansweredOrAll(possible)
    const read = interpretReply(reply, text, order)
    const answeredBy = isBareAnswer(read) ? await answeringEntity(trx, entityIds, address, now) : undefined
    const { meaning, number, action, isWish } = answeredBy === undefined ? read : unclear
    const keep = (entityId: string, about?: Notice) =>
      storeReply(trx, { entityId, notificationId: about?.notification.id, ...address, text, readAs: meaning, now })

    if (tapped && order === 'new') {
      const chosen = possible.find(({ notification }) => notification.id === tappedId)
      const answer = answerNames.find((name) => name === tapped.answer)
      if (chosen && answer && offers(chosen, answer)) return answerOrKeep(chosen, { action: answer, ...address })
    }
    switch (meaning) {
      case 'stop':
      case 'start':
        // Entities may share a sender, and the provider blocks the sender for all of them.
        for (const entityId of entityIds) {
          await (meaning === 'stop' ? optOut(trx, entityId, address, byReply, now) : optIn(trx, entityId, address))
          await keep(entityId)
        }
        isForAllEntities = true
        return
      case 'number': {
        const chosen = possible.find(({ asked }) => asked?.number === number)
        const given = action ?? chosen?.asked?.action
        if (!chosen || !given || !offers(chosen, given)) return keep(latest.entity.id)
        return answerOrKeep(chosen, { action: given, ...address })
      }
      case 'cancel-or-stop': {
        const [first, ...others] = waiting.filter(
          (notice) => offers(notice, 'cancel') && canHappen('cancel', notice.state),
        )
        await keep(first?.entity.id ?? latest.entity.id, others.length === 0 ? first : undefined)
        if (first && !(await wasClarified(trx, first, address)))
          await sendReply(trx, context, 'clarification', first, address)
        return
      }
      case 'unclear': {
        const entityId = answeredBy ?? latest.entity.id
        // Assume a reply to the latest notice.
        const isAboutLatest = waiting.length === 1 && waiting[0] === latest && latest.entity.id === entityId
        return keep(entityId, isAboutLatest ? latest : undefined)
      }
    }
    const meant = waiting.filter((notice) => offers(notice, meaning))
    const [only, ...others] = meant
    if (only && others.length === 0) {
      const wish = isWish && { wish: text.slice(0, maxWishLength).toWellFormed() }
      return answerOrKeep(only, { action: meaning, ...address, ...wish })
    }
    // Ambiguous until the contact sends a number.
    for (const entityId of new Set((only ? meant : [latest]).map(({ entity }) => entity.id))) await keep(entityId)
    const isAsked = ({ asked }: Notice) => asked?.action === meaning && asked.at > now - askAgainAfterMicros
    if (!only || meant.every(isAsked)) return
    await numberNotices(trx, notices, meant, meaning, now)
    await sendReply(trx, context, 'question', only, address)

    async function answerOrKeep(notice: Notice, given: Answer) {
      const isOvertaken = sentAt !== undefined && (notice.answeredAt ?? 0) > sentAt + clockToleranceMicros
      if (isOvertaken) return keep(notice.entity.id, notice)
      const { outcome } = await recordAnswer(trx, context, notice, given, now)
      if (outcome === 'recorded') {
        // The QR code as a picture is the acknowledgement.
        const isPictured = given.action === 'confirm' && findChannel(channel).carriesPictures
        return isPictured ? undefined : sendReply(trx, context, 'acknowledgement', notice, address)
      }
      if (outcome === 'unchanged' && (await isStillAnswerable(trx, notice))) return
      // The visit has changed since this transaction read its notice.
      await keep(notice.entity.id, notice)
    }
  })
  if (isForAllEntities && isDegraded(context.database)) throw new Problem('database-unavailable')
}

/** Interprets the text, unless it is a part of a longer one, belongs to an attachment or a button, or a later reply has overtaken
 *  it. STOP always counts. */
function interpretReply(
  { isOptOut, isPart, attachment, tapped }: Reply,
  text: string,
  order: 'overtaken' | 'new',
): Interpretation {
  if (isOptOut) return { meaning: 'stop' }
  const read = isPart || attachment || tapped ? unclear : interpret(text)
  return order === 'overtaken' && read.meaning !== 'stop' ? unclear : read
}

const latestOf = (notices: Notice[]): Notice | undefined =>
  notices.toSorted((one, other) => (other.sentAt ?? 0) - (one.sentAt ?? 0))[0]

async function isStillAnswerable(trx: Transaction<Schema>, { entity, notification }: Notice) {
  const { state } = (await lockNotification(trx, { entityId: entity.id, id: notification.id }))!
  return isAnswerable(state)
}

/** Returns the notification of a delivery to the address. */
async function notificationOf(trx: Transaction<Schema>, { entity_id, delivery_id }: DeliveryKey, address: Address) {
  const row = await trx
    .selectFrom('deliveries')
    .select('notification_id')
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .where('channel', '=', address.channel)
    .where('compared_uid', '=', comparedUid(address))
    .executeTakeFirst()
  return row?.notification_id
}

/** Names what a message contains beside its text, in the language of the entity. The service does not keep it. */
function withAttachment(text: string, attachment: Attachment, { language }: Entity) {
  const words = wordsOf('messages', languageOf(language) ?? 'en').attachments
  return [words[attachment], text].filter(Boolean).join(' ')
}

/** Whether the address was asked about this visit before: a second question could loop. */
async function wasClarified(trx: Transaction<Schema>, { entity, notification }: Notice, address: Address) {
  const row = await trx
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('entity_id', '=', entity.id)
    .where('notification_id', '=', notification.id)
    .where('kind', '=', 'clarification')
    .where('channel', '=', address.channel)
    .where('compared_uid', '=', comparedUid(address))
    .executeTakeFirst()
  return row !== undefined
}

async function sendReply(
  trx: Transaction<Schema>,
  context: ReplyContext,
  kind: 'acknowledgement' | 'clarification' | 'question',
  { notification }: Notice,
  address: Address,
) {
  await trx
    .insertInto('deliveries')
    .values(newDelivery(context, { kind, notification: markedKey(notification), ...address, at: context.clock.now() }))
    .execute()
}
