import type { Bounce } from '../../incoming.ts'

/** What a server or a provider reports. */
export interface BounceReport {
  /** Headers or metadata that contain the delivery's reference. */
  referenceText: string
  bounces: Bounce[]
}

/** Returns a bounce.
 *  @param status an enhanced status code (RFC 3463), if the report has one */
export const bounceOf = (recipient: string, status: string | undefined, reason: string | undefined): Bounce => ({
  uid: addressOf(recipient),
  reason: reason || status || 'bounced',
  // 5.7.x rejects the sender or the mail, such as by a policy against spam. The address may be right.
  isUndeliverable: !/\b5\.7\.\d/.test(`${status} ${reason}`),
})

/** Some servers write `<joao@example.org>`, or a name before it. */
const addressOf = (recipient: string) => /<([^<>]+)>/.exec(recipient)?.[1] ?? recipient.trim()
