import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Text } from '../../message.ts'
import { type Channel, PermanentFailure } from '../channel.ts'
import { publicOnly } from './public-address.ts'

const answerTimeoutMs = 20_000
// What a gateway says of a refusal is kept as the reason; more of it nobody reads.
const longestAnswer = 2_000

/** How a gateway is reached, and where it tells what became of a text and what came back. */
export interface Gateway {
  url: string
  from: string | undefined
  headers: Record<string, string>
  statusUrl: (text: Text) => string
  replyUrl: () => string
}

/** Texts over a gateway: one JSON object by POST for each, taken with any status of 2xx. */
export function gatewayChannel(
  { url, from, headers, statusUrl, replyUrl }: Gateway,
  lookup: LookupFunction = publicOnly(),
): Channel<Text> {
  return {
    takesReplies: from !== undefined && /^\+?\d+$/.test(from),
    async send(text) {
      const { id, uid } = text
      const body = { id, from, to: uid, text: text.text, status_url: statusUrl(text), reply_url: replyUrl() }
      const { status, answer } = await post(url, JSON.stringify(body), { ...headers, 'Idempotency-Key': id }, lookup)
      if (status >= 200 && status < 300) return undefined
      const reason = `${status} ${answer}`.trim()
      // 400 and 422 speak of this text; other refusals want the operator, or time.
      throw status === 400 || status === 422 ? new PermanentFailure(reason) : new Error(reason)
    },
    close() {},
  }
}

/** Posts JSON, and follows no redirect. */
async function post(url: string, body: string, headers: Record<string, string>, lookup: LookupFunction) {
  const { protocol, hostname } = new URL(url)
  const send = protocol === 'https:' ? secureRequest : plainRequest
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(answerTimeoutMs),
      ...(hostname !== 'localhost' && { lookup }),
    })
    sent.on('error', reject)
    // Without effect once there was an answer; one of 1xx is none.
    sent.on('close', () => reject(new Error('the gateway gave no answer')))
    sent.on('response', (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        answer = (answer + chunk).slice(0, longestAnswer)
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, answer }))
    })
    sent.end(body)
  })
}
