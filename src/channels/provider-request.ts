import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Outcome } from './channel.ts'
import { publicOnly } from './public-address.ts'

const responseTimeoutMs = 20_000
const maxResponseLength = 100_000

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'OPTIONS'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface ProviderResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** The provider received the request, and no response arrived. It may have acted. */
class NoResponse extends Error {}

/** Sends a request to a provider, without following redirects. A host name must resolve to public addresses.
 *  @throws NoResponse, or another Error if the provider did not receive the request */
export async function requestProvider(
  { method, url, headers, body = '' }: ProviderRequest,
  lookup: LookupFunction = publicOnly(),
): Promise<ProviderResponse> {
  const { protocol, hostname } = new URL(url)
  const send = protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body) }) },
      signal: AbortSignal.timeout(responseTimeoutMs),
      ...(hostname !== 'localhost' && { lookup }),
    })
    let isReceived = false
    const fail = (error: Error) => {
      const reason = error.name === 'AbortError' ? 'no response within 20 s' : error.message
      reject(isReceived ? new NoResponse(reason, { cause: error }) : new Error(reason, { cause: error }))
    }
    sent.on('finish', () => {
      isReceived = true
    })
    sent.on('error', fail)
    // A promise settles once, so this has no effect after a response. A 1xx status is not a response.
    sent.on('close', () => fail(new Error('the connection closed without a response')))
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, maxResponseLength)
      })
      response.on('error', fail)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.end(body)
  })
}

/** Sends a message to a provider that detects no duplicates: without a response, its outcome is unclear. */
export async function sendOnce(
  request: ProviderRequest,
  outcomeOf: (response: ProviderResponse) => Outcome,
): Promise<Outcome> {
  try {
    return outcomeOf(await requestProvider(request))
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { outcome: 'unclear', reason: error.message }
  }
}

/** Reads a response in JSON. A proxy before the provider may respond with HTML: then the object is empty. */
export function jsonIn<Body extends object>(text: string): Partial<Body> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The outcome of a status that does not depend on the provider. Undefined for all others. RFC 9110, 15.6: after 500, 502 and
 *  504, the provider may have acted. */
export function outcomeOfStatus({ status, headers }: ProviderResponse, reason: string): Outcome | undefined {
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) {
    return { outcome: 'later', reason, afterMs: retryAfterMs(headers['retry-after']) }
  }
  return status === 500 || status === 502 || status === 504 ? { outcome: 'unclear', reason } : undefined
}

/** Reads the header Retry-After (RFC 9110, 10.2.3): seconds, or a date. */
function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const after = /^\d{1,10}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(after) ? undefined : Math.max(after, 0)
}
