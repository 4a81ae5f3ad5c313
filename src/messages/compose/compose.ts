import type { Message } from '../../channels/channel.ts'
import type { Calendar } from '../../channels/content.ts'
import { findChannel } from '../../channels/registry.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import type { Config } from '../../platform/config/config.ts'
import { currentCheckinToken } from '../check-in/issued-token.ts'
import type { DeliveryContext, UnsentReason } from '../delivery/context.ts'
import type { LeasedDelivery } from '../delivery/leased-delivery.ts'
import { isInConversation } from '../delivery/received-messages.ts'
import { calendarMethod, calendarOf } from './calendar.ts'
import type { Draft } from './draft.ts'
import { envelopeOf, type MessageContext } from './message-context.ts'
import { staffText } from './staff-text.ts'
import { withTemplate } from './with-template.ts'
import { type Parts, type WriteResult, writers } from './write-message.ts'

/** Composes the message of one delivery in the form of its channel, or returns why there is none. */
export async function compose(context: DeliveryContext, draft: Draft): Promise<Message | UnsentReason> {
  const { database, clock } = context
  const { delivery, message } = draft
  const content = await contentOf(context, draft, partsOf(context, delivery))
  if ('stopped' in content) return content
  const isConversation = await isInConversation(database, delivery.entity_id, delivery, clock.now())
  const composed = await findChannel(delivery.channel).compose({ ...envelopeOf(message), isConversation }, content)
  return composed ?? { failed: 'the contact has not written for a day, and WhatsApp takes no text' }
}

/** Writes a message, in the words of the entity if it has a template. */
export async function contentOf(
  context: DeliveryContext,
  { delivery, message }: Draft,
  parts: Parts,
): Promise<WriteResult> {
  const { kind } = delivery
  const content =
    kind === 'question' ? await context.writeQuestion(context, message, delivery) : await writers[kind](parts, message)
  return 'stopped' in content ? content : withTemplate(context.database, delivery, message, content)
}

/** Returns the parts of a message that this service adds. */
export const partsOf = (
  { database, config: { servers }, secret, clock }: DeliveryContext,
  { entity_id, delivery_id, notification_id, channel }: LeasedDelivery,
): Parts => ({
  takesReplies: findChannel(channel).takesReplies(servers[channel]),
  calendar: (message) => calendarFor(servers, message),
  async checkin() {
    const checkinToken = await currentCheckinToken(database, secret, entity_id, notification_id, clock.now())
    return checkinToken === undefined ? undefined : { checkinToken, qrCode: await qrCodePng(checkinToken) }
  },
  staffWords: () => staffText(database, { entity_id, delivery_id }),
})

async function calendarFor(servers: Config['servers'], message: MessageContext): Promise<Calendar | undefined> {
  const { entity, notification, state, revision, times, linkUrl: url } = message
  if (!times) return undefined
  const content = await calendarOf({ entity, notification, state, revision, url, servers })
  return { method: calendarMethod(state), content }
}
