import type { Kysely } from 'kysely'
import type { Calendar, Content } from '../../channels/content.ts'
import { findChannel } from '../../channels/registry.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { WorkClock } from '../../platform/scheduling/steady-clock.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { hasVisitAgain } from '../../visits/has-visit-again.ts'
import { currentCheckinToken } from '../check-in/issued-token.ts'
import { addressRemoved, isAddressOfVisit } from '../delivery/address-of-visit.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { Compose, DeliveryContext, Unsent } from '../delivery/deliver.ts'
import { endOfFallbackDelay } from '../delivery/fallback.ts'
import { type HeldReason, heldReasons, retiredPauseMicros, tooLate } from '../delivery/held.ts'
import { isSentIn } from '../delivery/kind.ts'
import { changeLink, type Leased, reasonToStop } from '../delivery/outbox.ts'
import { isInConversation } from '../delivery/received-messages.ts'
import { endOfQuietHours } from '../quiet-hours/end-of-quiet-hours.ts'
import { calendarMethod, calendarOf } from './calendar.ts'
import { envelopeOf, type MessageContext } from './message-context.ts'
import { readContext } from './read-context.ts'
import { usefulUntil } from './useful-until.ts'
import { withTemplate } from './with-template.ts'
import { type Parts, type Written, writers } from './write-message.ts'
import { writtenText } from './written-text.ts'

/** Writes a question, which is about several notifications. */
export type WriteQuestion = (context: DeliveryContext, message: MessageContext, delivery: Leased) => Promise<Written>

/** A written message that is not yet in the form of its channel. */
export interface Draft {
  message: MessageContext
  content: Content
}

/** Returns the function that composes messages of all kinds. */
export function composeWith(writeQuestion: WriteQuestion): Compose {
  return async (context, delivery) => {
    const draft = await draftOf(context, delivery, (message) =>
      delivery.kind === 'question'
        ? writeQuestion(context, message, delivery)
        : writers[delivery.kind](partsOf(context, delivery), message),
    )
    if (!('content' in draft)) return draft
    const { message, content } = draft
    const isConversation = await isInConversation(context.database, delivery.entity_id, delivery, context.clock.now())
    const composed = await findChannel(delivery.channel).compose({ ...envelopeOf(message), isConversation }, content)
    return composed ?? { failed: 'the contact has not written for a day, and WhatsApp takes no text' }
  }
}

/** Writes a message by the current state, with the words of the entity. Stops the delivery if the message no longer applies. */
export async function draftOf(
  context: DeliveryContext,
  delivery: Leased,
  write: (message: MessageContext) => Written | Promise<Written>,
): Promise<Draft | Unsent> {
  const { database, clock } = context
  const { kind } = delivery
  const now = clock.now()
  const message = await readContext(database, delivery, now)
  if (!isSentIn(message.state, kind)) return { stopped: message.state }
  const useful = usefulUntil(kind, message)
  if (useful <= now) return endTooLate(delivery, useful, clock)
  const stopped = await reasonToStop(database, delivery)
  if (stopped !== undefined) return { stopped }
  if (kind === 'answer' && !(await isOfVisit(database, delivery))) return { stopped: addressRemoved }
  if (message.entity.retired_at !== undefined)
    return { until: now + retiredPauseMicros, reason: 'entity retired' satisfies HeldReason }
  if (kind === 'withdrawn' && (await hasVisitAgain(database, message.notification))) return { stopped: 'superseded' }
  const until = await endOfFallbackDelay(database, context.config, delivery, now)
  if (until !== undefined) return { until, reason: 'fallback' satisfies HeldReason }
  // The next day begins at night: a response that the daily limit delayed is not prompt any more.
  const isPrompt = delivery.reason !== 'daily limit'
  const untilOpen =
    delivery.urgent && isPrompt ? undefined : await endOfQuietHours(database, isPrompt ? kind : 'notice', message, now)
  if (untilOpen !== undefined) return { until: untilOpen, reason: 'quiet hours' satisfies HeldReason }
  const linked = { ...message, linkUrl: await linkUrlOf(context, delivery) }
  const content = await write(linked)
  if ('stopped' in content) return content
  return { message: linked, content: await withTemplate(database, delivery, linked, content) }
}

/** Ends a message that is no longer of use to the contact. A message that was useless from the start is stopped, and has not failed.
 *  While the clock may be wrong, or devices still send the arrivals that they kept during a stop, the service gives up nothing. */
function endTooLate({ attempts, reason, next_attempt_at }: Leased, useful: Instant, clock: WorkClock) {
  if (reason === null && useful <= next_attempt_at) return { stopped: 'too late' }
  if (clock.now() < clock.judgesFrom) return { until: clock.judgesFrom, reason: 'after a stop' satisfies HeldReason }
  const hasFailed = attempts > 1 && reason !== null && !heldReasons.some((one) => one === reason)
  return { failed: hasFailed ? reason : tooLate }
}

const isOfVisit = (database: Kysely<Schema>, { entity_id: entityId, notification_id: id, channel, uid }: Leased) =>
  isAddressOfVisit(database, { entityId, id }, { channel, uid })

/** Returns the parts of a message that this service adds. */
export const partsOf = (
  { database, config: { servers }, secret, clock }: DeliveryContext,
  { entity_id, delivery_id, notification_id, channel }: Leased,
): Parts => ({
  takesReplies: findChannel(channel).takesReplies(servers[channel]),
  calendar: (message) => calendarFor(servers, message),
  async checkin() {
    const checkinToken = await currentCheckinToken(database, secret, entity_id, notification_id, clock.now())
    return checkinToken === undefined ? undefined : { checkinToken, qrCode: await qrCodePng(checkinToken) }
  },
  written: () => writtenText(database, { entity_id, delivery_id }),
})

async function calendarFor(servers: Config['servers'], message: MessageContext): Promise<Calendar | undefined> {
  const { entity, notification, state, revision, times, linkUrl: url } = message
  if (!times) return undefined
  const content = await calendarOf({ entity, notification, state, revision, url, servers })
  return { method: calendarMethod(state), content }
}

/** Returns the URL of the answer page. If SECRET_KEY has changed since the delivery was stored, the link differs, so
 *  this function stores the new hash. */
async function linkUrlOf({ database, secret, origin }: DeliveryContext, delivery: Leased): Promise<string> {
  const answer = answerLink(secret, delivery.entity_id, delivery.delivery_id)
  if (hashAnswerLink(answer) !== delivery.link_hash) await changeLink(database, delivery, hashAnswerLink(answer))
  return `${origin()}/a/${answer}`
}
