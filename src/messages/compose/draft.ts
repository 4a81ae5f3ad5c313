import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { DeliveryContext, UnsentReason } from '../delivery/context.ts'
import { type LeasedDelivery, leasedRow } from '../delivery/leased-delivery.ts'
import { whyUnsent } from '../delivery/why-unsent.ts'
import type { MessageContext } from './message-context.ts'
import { readContext } from './read-context.ts'

/** A delivery whose message is sent now, with the current state of its visit. */
export interface Draft {
  delivery: LeasedDelivery
  message: MessageContext
}

/** Reads the current state for a message, or returns why it is not sent now. */
export async function draftOf(context: DeliveryContext, delivery: LeasedDelivery): Promise<Draft | UnsentReason> {
  const message = await readContext(context.database, delivery, context.clock.now())
  const unsent = await whyUnsent(context, delivery, message)
  return unsent ?? { delivery, message: { ...message, linkUrl: await linkUrlOf(context, delivery) } }
}

/** Returns the URL of the answer page. If SECRET_KEY has changed since the delivery was stored, the link differs, so
 *  this function stores the new hash. */
async function linkUrlOf({ database, secret, origin }: DeliveryContext, delivery: LeasedDelivery): Promise<string> {
  const answer = answerLink(secret, delivery.entity_id, delivery.delivery_id)
  const link_hash = hashAnswerLink(answer)
  if (link_hash !== delivery.link_hash) await leasedRow(database, delivery).set({ link_hash }).execute()
  return `${origin()}/a/${answer}`
}
