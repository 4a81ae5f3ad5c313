import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const timeoutMs = 10_000

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html. */
const Notification = Type.Object({ Type: Type.Literal('Notification'), Message: Type.String() })
const Confirmation = Type.Object({ Type: Type.Literal('SubscriptionConfirmation'), SubscribeURL: Type.String() })

/** Returns the message in an envelope of Amazon SNS, or the body without one. */
export function messageOf(body: unknown): unknown {
  if (!Value.Check(Notification, body)) return body
  try {
    return JSON.parse(body.Message)
  } catch {
    // A notice in plain text, such as that SES has been set up.
    return undefined
  }
}

/** Confirms that the service takes the messages of a topic, if Amazon SNS asks for it. Logs a failure: Amazon SNS repeats its
 *  request on demand. */
export async function confirmSubscription(body: unknown, log: FastifyBaseLogger) {
  if (!Value.Check(Confirmation, body) || !isOfSns(body.SubscribeURL)) return
  try {
    const response = await fetch(body.SubscribeURL, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`Amazon SNS refused it: ${response.status}`)
  } catch (err) {
    log.error({ err }, 'Cannot confirm the subscription to bounces. Request the confirmation again in Amazon SNS.')
  }
}

/** Whether the URL leads to Amazon SNS: the service opens no other. */
export function isOfSns(url: string): boolean {
  const { protocol, hostname, port, username } = URL.parse(url) ?? {}
  return (
    protocol === 'https:' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(hostname!) &&
    port === '' &&
    username === ''
  )
}
