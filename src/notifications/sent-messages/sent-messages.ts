import { scheduler } from 'node:timers/promises'
import { findChannel } from '../../channels/registry.ts'
import { hiddenLink, hiddenParts } from '../../messages/compose/hidden-parts.ts'
import { envelopeOf } from '../../messages/compose/message-context.ts'
import { type MessageOfDelivery, readContext } from '../../messages/compose/read-context.ts'
import { staffText } from '../../messages/compose/staff-text.ts'
import { withTemplate } from '../../messages/compose/with-template.ts'
import { type Parts, writers } from '../../messages/compose/write-message.ts'
import { answerLink } from '../../messages/delivery/answer-link.ts'
import { isSentIn, type MessageKind, statesOf } from '../../messages/delivery/kind.ts'
import { isInConversation } from '../../messages/delivery/received-messages.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { transitions } from '../lifecycle/transitions.ts'
import { findNotification } from '../status/find.ts'
import type { SentMessage } from './sent-message.ts'

type StoredMessage = MessageOfDelivery & { kind: MessageKind; sent_at: Instant; test: 0 | 1; joint_id: string | null }

/** The service whose messages they are. */
interface MessageServer {
  origin: () => string
  secret: Secret
  config: Pick<Config, 'servers'>
}

/** A contact who confirms and cancels many times gets many messages. */
const maxMessages = 20

/** Renders the latest messages of a notification that were sent, in the order of sending. The service stores no message.
 *  @throws Problem notification-not-found */
export async function sentMessages(
  database: Database,
  { entityId, id }: NotificationKey,
  { origin, secret, config }: MessageServer,
): Promise<SentMessage[]> {
  await findNotification(database, entityId, id)
  const deliveries = await database
    .selectFrom('deliveries')
    .select([
      'entity_id',
      'delivery_id',
      'notification_id',
      'kind',
      'channel',
      'uid',
      'told_of',
      'sent_at',
      'test',
      'joint_id',
    ])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(maxMessages)
    .$narrowType<{ sent_at: Instant }>()
    .execute()
  // No contact gets the link of a test: it is for those who test.
  const linkUrlOf = ({ delivery_id, test }: StoredMessage) =>
    test === 1 ? `${origin()}/a/${answerLink(secret, entityId, delivery_id)}` : hiddenLink(origin(), entityId)
  const messages: SentMessage[] = []
  for (const delivery of deliveries.reverse()) {
    const parts = hiddenParts(config.servers, delivery.channel)
    const ofVisit: Parts = {
      ...parts,
      // A text about several visits invites no replies.
      takesReplies: parts.takesReplies && delivery.joint_id === null,
      staffWords: () => staffText(database, delivery),
    }
    messages.push(await render(database, delivery, linkUrlOf(delivery), ofVisit))
    await scheduler.yield()
  }
  return messages
}

async function render(
  database: Database,
  delivery: StoredMessage,
  linkUrl: string,
  parts: Parts,
): Promise<SentMessage> {
  const { delivery_id: id, kind, channel, uid, sent_at } = delivery
  const sent = { id, kind, channel, uid, sent_at: formatInstant(sent_at) }
  const state = await stateWhenSent(database, delivery)
  if (kind === 'question' || !state) return sent
  const message = { ...(await readContext(database, delivery, sent_at)), linkUrl, state }
  const content = await writers[kind](parts, message)
  if ('stopped' in content) return sent
  const { compose, shown } = findChannel(channel)
  const templated = await withTemplate(database, delivery, message, content)
  const isConversation = await isInConversation(database, delivery.entity_id, delivery, sent_at)
  const composed = await compose({ ...envelopeOf(message), isConversation }, templated)
  return composed ? { ...sent, ...shown(composed) } : sent
}

/** The state that the message is about: that of the last answer before it, if such messages are sent in it. */
async function stateWhenSent(database: Database, { entity_id, notification_id, kind, sent_at }: StoredMessage) {
  const answer = await database
    .selectFrom('actions')
    .select('action')
    .where('entity_id', '=', entity_id)
    .where('notification_id', '=', notification_id)
    .where('action', 'in', answerNames)
    .where('at', '<=', sent_at)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const answered = answer && transitions[answer.action as (typeof answerNames)[number]].to
  return answered && isSentIn(answered, kind) ? answered : statesOf(kind)[0]
}
