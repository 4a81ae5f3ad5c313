import type { Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import { findChannel } from '../../channels/registry.ts'
import { newDelivery } from '../../messages/delivery/outbox.ts'
import { optIn, optOut } from '../../messages/opt-outs/opt-out.ts'
import { maxWishLength, answer as recordAnswer } from '../../notifications/lifecycle/answer.ts'
import { lockNotification } from '../../notifications/lifecycle/lock.ts'
import { canHappen, isAnswerable } from '../../notifications/lifecycle/transitions.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { minutes } from '../../platform/time/instant.ts'
import { markedKey } from '../../visits/notification.ts'
import type { AnswerName } from '../../visits/plugins/plugin.ts'
import { numberNotices } from './ask-which.ts'
import { type Notice, offers } from './notices.ts'
import type { ReceivedReply, ReplyContext } from './received-reply.ts'
import { storeReply } from './store-reply.ts'

// Breaks the loop between this service and an address that replies automatically.
const askAgainAfterMicros = minutes(10)
// The clocks of the provider and of this machine differ.
const clockToleranceMicros = minutes(1)
const byReply = { reason: 'opt-out', notification_id: null } as const

interface Application {
  trx: Transaction<Schema>
  context: ReplyContext
  received: ReceivedReply
}

/** Applies a reply by its meaning. Resolves to the entities that it concerns: an opt-out is for all of them. */
export async function applyReply(application: Application): Promise<'one-entity' | 'all-entities'> {
  const { tapped, interpretation } = application.received
  const { meaning } = interpretation
  if (tapped) {
    await answerOrKeep(application, tapped.notice, tapped.action)
    return 'one-entity'
  }
  switch (meaning) {
    case 'stop':
    case 'start':
      await optOutOrIn(application, meaning)
      return 'all-entities'
    case 'number':
      await answerByNumber(application)
      return 'one-entity'
    case 'cancel-or-stop':
      await clarify(application)
      return 'one-entity'
    case 'unclear':
      await keepUnclear(application)
      return 'one-entity'
    default:
      await answerWaiting(application, meaning)
      return 'one-entity'
  }
}

/** Keeps the reply for staff. */
const keep = (
  { trx, received: { address, text, interpretation, now } }: Application,
  entityId: string,
  about?: Notice,
) =>
  storeReply(trx, {
    entityId,
    notificationId: about?.notification.id,
    ...address,
    text,
    readAs: interpretation.meaning,
    now,
  })

/** Entities may share a sender, and the provider blocks the sender for all of them. */
async function optOutOrIn(application: Application, meaning: 'stop' | 'start') {
  const { entityIds, address, now } = application.received
  for (const entityId of entityIds) {
    await (meaning === 'stop'
      ? optOut(application.trx, entityId, address, byReply, now)
      : optIn(application.trx, entityId, address))
    await keep(application, entityId)
  }
}

/** The number is of a notice in the question that the contact got. */
async function answerByNumber(application: Application) {
  const { possible, latest, interpretation } = application.received
  const chosen = possible.find(({ asked }) => asked?.number === interpretation.number)
  const action = interpretation.action ?? chosen?.asked?.action
  if (!chosen || !action || !offers(chosen, action)) return keep(application, latest.entity.id)
  return answerOrKeep(application, chosen, action)
}

/** Keeps a CANCEL, and asks once whether the contact means the visit, or the messages. */
async function clarify(application: Application) {
  const { waiting, latest, address } = application.received
  const [first, ...others] = waiting.filter((notice) => offers(notice, 'cancel') && canHappen('cancel', notice.state))
  await keep(application, first?.entity.id ?? latest.entity.id, others.length === 0 ? first : undefined)
  if (first && !(await wasClarified(application.trx, first, address)))
    await sendReply(application, 'clarification', first)
}

/** Assumes a reply to the latest notice. */
function keepUnclear(application: Application) {
  const { waiting, latest, answeredBy } = application.received
  const entityId = answeredBy ?? latest.entity.id
  const isAboutLatest = waiting.length === 1 && waiting[0] === latest && latest.entity.id === entityId
  return keep(application, entityId, isAboutLatest ? latest : undefined)
}

/** Answers the only notice that waits for an answer. Several are ambiguous until the contact sends a number. */
async function answerWaiting(application: Application, meaning: AnswerName) {
  const { waiting, notices, latest, interpretation, text, now } = application.received
  const meant = waiting.filter((notice) => offers(notice, meaning))
  const [only, ...others] = meant
  if (only && others.length === 0)
    return answerOrKeep(
      application,
      only,
      meaning,
      interpretation.isWish ? text.slice(0, maxWishLength).toWellFormed() : undefined,
    )
  for (const entityId of new Set((only ? meant : [latest]).map(({ entity }) => entity.id)))
    await keep(application, entityId)
  const isAsked = ({ asked }: Notice) => asked?.action === meaning && asked.at > now - askAgainAfterMicros
  if (!only || meant.every(isAsked)) return
  await numberNotices(application.trx, notices, meant, meaning, now)
  await sendReply(application, 'question', only)
}

/** Records the answer, or keeps the reply if the visit has changed since. */
async function answerOrKeep(application: Application, notice: Notice, action: AnswerName, wish?: string) {
  const { trx, context, received } = application
  const { address, sentAt, now } = received
  const isOvertaken = sentAt !== undefined && (notice.answeredAt ?? 0) > sentAt + clockToleranceMicros
  if (isOvertaken) return keep(application, notice.entity.id, notice)
  const answer = { action, ...address, ...(wish !== undefined && { wish }) }
  const { outcome } = await recordAnswer(trx, context, notice, answer, now)
  if (outcome === 'recorded') {
    // The QR code as a picture is the acknowledgement.
    const isPictured = action === 'confirm' && findChannel(address.channel).carriesPictures
    return isPictured ? undefined : sendReply(application, 'acknowledgement', notice)
  }
  if (outcome === 'unchanged' && (await isStillAnswerable(trx, notice))) return
  // The visit has changed since this transaction read its notice.
  await keep(application, notice.entity.id, notice)
}

async function isStillAnswerable(trx: Transaction<Schema>, { entity, notification }: Notice) {
  const { state } = (await lockNotification(trx, { entityId: entity.id, id: notification.id }))!
  return isAnswerable(state)
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
  { trx, context, received: { address, now: at } }: Application,
  kind: 'acknowledgement' | 'clarification' | 'question',
  { notification }: Notice,
) {
  await trx
    .insertInto('deliveries')
    .values(newDelivery(context, { kind, notification: markedKey(notification), ...address, at }))
    .execute()
}
