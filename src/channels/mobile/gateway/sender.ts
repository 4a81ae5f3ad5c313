import type { LookupFunction } from 'node:net'
import { publicOnly } from '../../../platform/outgoing/public-address.ts'
import type { Message, Sender } from '../../channel.ts'
import { outcomeOfStatus, requestProvider } from '../../provider-request.ts'

// An error response is stored as the delivery's reason.
const maxReasonLength = 2_000

/** A gateway's address, and the URLs to which it posts receipts and replies. */
export interface Gateway {
  url: string
  from: string | undefined
  headers: Record<string, string>
  statusUrl: (message: Message) => string
  replyUrl: () => string
}

/** Sends each text message to a gateway as a POST of one JSON object. Any 2xx status means accepted. */
export function gatewaySender(
  { url, from, headers, statusUrl, replyUrl }: Gateway,
  lookup: LookupFunction = publicOnly(),
): Sender {
  return {
    async send(text) {
      const { id, uid } = text
      const body = { id, from, to: uid, text: text.text, status_url: statusUrl(text), reply_url: replyUrl() }
      const response = await requestProvider(
        {
          method: 'POST',
          url,
          body: JSON.stringify(body),
          headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': id },
        },
        lookup,
      )
      const { status } = response
      if (status >= 200 && status < 300) return { outcome: 'accepted' }
      const reason = `${status} ${response.text.slice(0, maxReasonLength)}`.trim()
      // 400 and 422 reject this message.
      if (status === 400 || status === 422) return { outcome: 'permanent', reason }
      const outcome = outcomeOfStatus(response, reason)
      if (outcome?.outcome === 'later') return outcome
      // Other errors may be temporary, or the operator can resolve them. The gateway detects a duplicate by its key.
      throw new Error(reason)
    },
    close() {},
  }
}
