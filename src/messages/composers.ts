import type { Calendar } from '../channels/content.ts'
import { mailSender } from '../channels/email/settings.ts'
import { findChannel } from '../channels/registry.ts'
import { currentCheckinToken } from '../checkin/issued-token.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { Composer, DeliveryContext } from '../delivery/deliver.ts'
import { isSentIn, type MessageKind } from '../delivery/kind.ts'
import { changeLink, type Leased, reasonToStop } from '../delivery/outbox.ts'
import { isOptedOut } from '../opt-outs/opt-out.ts'
import { expectedUntil } from '../plugins/registry.ts'
import { qrCodePng } from '../qr-code.ts'
import { hasVisitAgain } from '../visits/has-visit-again.ts'
import { calendarMethod, calendarOf } from './calendar.ts'
import { envelopeOf, type MessageContext } from './message-context.ts'
import { readContext } from './read-context.ts'
import { type Parts, type Written, writers } from './write-message.ts'

export type WriteDelivery = (
  context: DeliveryContext,
  message: MessageContext,
  delivery: Leased,
) => Written | Promise<Written>

/** Writes the message with the parts that this service adds. */
const writtenWithParts =
  (kind: Exclude<MessageKind, 'question'>): WriteDelivery =>
  ({ database, channels, config, secret, clock }, message, { channel }) => {
    const { entity, notification } = message
    const parts: Parts = {
      takesReplies: channels[channel].takesReplies,
      calendar: (message) => calendarFor(mailSender(config), message),
      async checkin() {
        const token = await currentCheckinToken(database, secret, entity.id, notification.id, clock.now())
        return token === undefined ? undefined : { checkinToken: token, qrCode: await qrCodePng(token) }
      },
    }
    return writers[kind](parts, message)
  }

/** The composers of all kinds of message but the question, which `replies/` composes. */
export const composers: Record<Exclude<MessageKind, 'question'>, Composer> = {
  notice: composer(writtenWithParts('notice')),
  moved: composer(writtenWithParts('moved')),
  withdrawn: composer(writtenWithParts('withdrawn')),
  confirmation: composer(writtenWithParts('confirmation')),
  acknowledgement: composer(writtenWithParts('acknowledgement')),
  clarification: composer(writtenWithParts('clarification')),
}

/** Reads the current state, and stops the delivery if the message no longer applies. */
export function composer(write: WriteDelivery): Composer {
  return async (context, delivery) => {
    const { database, clock } = context
    const { entity_id, kind } = delivery
    const now = clock.now()
    const message = await readContext(database, delivery, now)
    const { state, times, knownTimes } = message
    if (!isSentIn(state, kind)) return { stopped: state }
    // A contact who waits for a withdrawn visit may know of a later time than the last one.
    const known = kind === 'withdrawn' ? [times, knownTimes] : [times]
    const isLate = known.every((one) => !one || expectedUntil(one) <= now)
    if (kind !== 'question' && times && isLate) return { stopped: 'too late' }
    if (await isOptedOut(database, entity_id, delivery)) return { stopped: 'opted out' }
    if (kind === 'withdrawn' && (await hasVisitAgain(database, message.notification))) return { stopped: 'superseded' }
    const stopped = await reasonToStop(database, delivery)
    if (stopped !== undefined) return { stopped }
    const linked = { ...message, link: await linkOf(context, delivery) }
    const content = await write(context, linked, delivery)
    return 'stopped' in content ? content : findChannel(delivery.channel).compose(envelopeOf(linked), content)
  }
}

async function calendarFor(organizer: string, message: MessageContext): Promise<Calendar | undefined> {
  const { entity, notification, state, revision, times, link: url } = message
  if (!times) return undefined
  const content = await calendarOf({ entity, notification, state, revision, url, organizer })
  return { method: calendarMethod(state), content }
}

/** Returns the URL of the answer page. If SECRET_KEY has changed since the delivery was stored, the link differs, so
 *  this function stores the new hash. */
async function linkOf({ database, secret, origin }: DeliveryContext, delivery: Leased): Promise<string> {
  const answer = answerLink(secret, delivery.entity_id, delivery.delivery_id)
  if (hashAnswerLink(answer) !== delivery.link_hash) await changeLink(database, delivery, hashAnswerLink(answer))
  return `${origin()}/a/${answer}`
}
