import { shortReason } from '../../../platform/text/short-reason.ts'
import type { Bounce } from '../../incoming.ts'
import { judge } from '../judgement/judge.ts'

/** The maximum of recipients that the service reads from a report. Anybody can send one, and a mail of this service has one
 *  recipient. */
export const maxRecipients = 10

/** What a server or a provider reports. */
export interface BounceReport {
  /** Headers or metadata that contain the delivery's reference. */
  referenceText: string
  bounces: Bounce[]
}

/** The provider's own verdict. It decides if the text of the receiving server names no cause. `other` excuses the address. */
export type ProviderVerdict = 'address' | 'other' | 'unknown'

/** Returns a bounce. Only a known fault of the address marks it.
 *  @param status an enhanced status code (RFC 3463), if the report has one */
export function bounceOf(
  recipient: string,
  status: string | undefined,
  reason: string | undefined,
  ofProvider: ProviderVerdict = 'unknown',
): Bounce {
  const verdict = judge([status, reason].filter(Boolean).join(' '))
  return {
    uid: addressOf(recipient),
    reason: shortReason(reason || status || 'bounced'),
    isUndeliverable: ofProvider !== 'other' && (verdict === 'unknown' ? ofProvider : verdict) === 'address',
  }
}

/** Some servers write `<joao@example.org>`, or a name before it. */
const addressOf = (recipient: string) => /<([^<>]+)>/.exec(recipient)?.[1] ?? recipient.trim()
