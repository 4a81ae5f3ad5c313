import { shortReason } from '../../../platform/text/short-reason.ts'
import type { Bounce } from '../../incoming.ts'
import { causeOf } from './cause.ts'

/** The maximum of recipients that the service reads from a report. Anybody can send one, and a mail of this service has one
 *  recipient. */
export const maxRecipients = 10

/** What a server or a provider reports. */
export interface BounceReport {
  /** Headers or metadata that contain the delivery's reference. */
  referenceText: string
  bounces: Bounce[]
}

/** Returns a bounce. Only a known fault of the address marks it.
 *  @param status an enhanced status code (RFC 3463), if the report has one */
export const bounceOf = (recipient: string, status: string | undefined, reason: string | undefined): Bounce => ({
  uid: addressOf(recipient),
  reason: shortReason(reason || status || 'bounced'),
  isUndeliverable: causeOf(`${status} ${reason}`) === 'address',
})

/** Returns a bounce that the provider itself blames on the address. It marks the address, unless the receiving server names another
 *  cause. */
export const hardBounceOf: typeof bounceOf = (recipient, status, reason) => ({
  ...bounceOf(recipient, status, reason),
  isUndeliverable: causeOf(`${status} ${reason}`) !== 'other',
})

/** Returns a bounce that the provider blames on anything else. */
export const softBounceOf: typeof bounceOf = (recipient, status, reason) => ({
  ...bounceOf(recipient, status, reason),
  isUndeliverable: false,
})

/** Some servers write `<joao@example.org>`, or a name before it. */
const addressOf = (recipient: string) => /<([^<>]+)>/.exec(recipient)?.[1] ?? recipient.trim()
