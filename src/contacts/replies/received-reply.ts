import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { Attachment, DeliveryKey, Reply } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import type { Entity } from '../../entities/entity.ts'
import type { OutboxContext } from '../../messages/delivery/outbox.ts'
import { recordReceived } from '../../messages/delivery/received-messages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { languageOf } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'
import { answeringEntity } from './latest-answer.ts'
import { type Interpretation, interpret, isBareAnswer } from './meaning.ts'
import { answerable, type Notice, noticesTo, offers, unansweredOrAll } from './notices.ts'
import { noticeOfThumb } from './thumbs.ts'

export interface ReplyContext extends OutboxContext {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  audit: Audit
}

export interface IncomingReply extends Reply {
  channel: ChannelName
}

/** A new reply, with the notices of its address. */
export interface ReceivedReply {
  /** As the clinic spelt it. */
  address: Address
  text: string
  sentAt: Instant | undefined
  now: Instant
  interpretation: Interpretation
  /** The entity whose staff answered last, if the reply may respond to that answer. */
  answeredBy: string | undefined
  /** The notice under whose button the contact has tapped, or that got a thumb, and the answer. */
  tapped: { notice: Notice; action: AnswerName } | undefined
  entityIds: string[]
  notices: Notice[]
  latest: Notice
  /** The notices that can still be answered. */
  possible: Notice[]
  /** The notices of `possible` without an answer, or all of them if each has one. */
  waiting: Notice[]
}

const unclear: Interpretation = { meaning: 'unclear' }

/** Locks the address of a reply, and reads its notices. Returns undefined if it has none. */
export async function receiveReply(
  trx: Transaction<Schema>,
  { database, clock }: ReplyContext,
  reply: IncomingReply,
): Promise<ReceivedReply | 'repeated' | undefined> {
  const { channel, uid, text: written, attachment, id, sentAt, tapped } = reply
  const now = clock.now()
  const sender = { channel, uid }
  // Lock the address, so that the second of two concurrent replies sees the first. A lock of the latest notification could
  // deadlock with a task, because the reply may answer another one.
  await database.engine.lockKey(comparedUid(sender)).execute(trx)
  const notices = await noticesTo(trx, sender, now)
  const latest = latestOf(notices)
  if (!latest) return undefined
  const address = { channel, uid: latest.uid }
  const entityIds = [...new Set(notices.map(({ entity }) => entity.id))]
  const notificationId = tapped && (await notificationOf(trx, tapped.delivery, sender))
  const message = { id, sentAt: Math.min(sentAt ?? now, now), notificationId }
  const order = await recordReceived(trx, entityIds, address, message)
  if (order === 'repeated') return order
  const text = attachment ? withAttachment(written, attachment, latest.entity) : written
  const possible = answerable(notices, now)
  const read = interpretReply(reply, text, order)
  const ofButton = order === 'new' ? tappedAnswer(reply, notificationId, possible) : undefined
  const ofThumb =
    read.isThumb && !reply.isLabel && (await noticeOfThumb(trx, entityIds, address, possible, reply.reactedTo))
  const mayAnswerStaff = isBareAnswer(read) && !ofThumb
  const answeredBy = mayAnswerStaff ? await answeringEntity(trx, entityIds, address, now) : undefined
  return {
    address,
    text,
    sentAt,
    now,
    answeredBy,
    entityIds,
    notices,
    latest,
    possible,
    interpretation: answeredBy !== undefined || (read.isThumb && !ofThumb) ? unclear : read,
    tapped: ofThumb ? { notice: ofThumb, action: 'confirm' } : ofButton,
    waiting: unansweredOrAll(possible),
  }
}

const latestOf = (notices: Notice[]): Notice | undefined =>
  notices.toSorted((one, other) => (other.sentAt ?? 0) - (one.sentAt ?? 0))[0]

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

function tappedAnswer(
  { tapped }: Reply,
  notificationId: string | undefined,
  possible: Notice[],
): ReceivedReply['tapped'] {
  const notice = tapped && possible.find(({ notification }) => notification.id === notificationId)
  const action = tapped && answerNames.find((name) => name === tapped.answer)
  return notice && action && offers(notice, action) ? { notice, action } : undefined
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

/** Names what a message contains besides its text, in the language of the entity. The service does not keep it. */
function withAttachment(text: string, attachment: Attachment, { language }: Entity) {
  const words = wordsOf('messages', languageOf(language) ?? 'en').attachments
  return [words[attachment], text].filter(Boolean).join(' ')
}
