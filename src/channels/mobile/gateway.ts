import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Message, PermanentFailure, type Sender } from '../channel.ts'
import { publicOnly } from './public-address.ts'

const responseTimeoutMs = 20_000
// An error response is stored as the delivery's reason.
const maxResponseLength = 2_000

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
      const { status, text: explanation } = await post(
        url,
        JSON.stringify(body),
        { ...headers, 'Idempotency-Key': id },
        lookup,
      )
      if (status >= 200 && status < 300) return undefined
      const reason = `${status} ${explanation}`.trim()
      // 400 and 422 reject this message. Other errors may be temporary, or the operator can resolve them.
      throw status === 400 || status === 422 ? new PermanentFailure(reason) : new Error(reason)
    },
    close() {},
  }
}

/** Posts JSON without following redirects. */
async function post(url: string, body: string, headers: Record<string, string>, lookup: LookupFunction) {
  const { protocol, hostname } = new URL(url)
  const send = protocol === 'https:' ? secureRequest : plainRequest
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(responseTimeoutMs),
      ...(hostname !== 'localhost' && { lookup }),
    })
    sent.on('error', reject)
    // A promise settles once, so this has no effect after a response. A 1xx status is not a response.
    sent.on('close', () => reject(new Error('the gateway closed the connection without a response')))
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, maxResponseLength)
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.end(body)
  })
}
