import type { LookupFunction } from 'node:net'
import { publicOnly } from '../platform/outgoing/public-address.ts'
import { type IncomingResponse, NoResponse, type OutgoingRequest, request } from '../platform/outgoing/request.ts'
import { retryAfterMs } from '../platform/outgoing/retry-after.ts'
import type { Outcome } from './channel.ts'

/** Sends a request to a provider. A host name must resolve to public addresses.
 *  @throws NoResponse, or another Error if the provider did not receive the request */
export function requestProvider(
  provided: OutgoingRequest,
  lookup: LookupFunction = publicOnly(),
): Promise<IncomingResponse> {
  const isLocal = new URL(provided.url).hostname === 'localhost'
  return request(provided, { timeoutMs: 20_000, maxBytes: 100_000, ...(!isLocal && { lookup }) })
}

/** Sends a message to a provider that detects no duplicates: without a response, its outcome is unclear. */
export async function sendOnce(
  provided: OutgoingRequest,
  outcomeOf: (response: IncomingResponse) => Outcome,
): Promise<Outcome> {
  try {
    return outcomeOf(await requestProvider(provided))
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
export function outcomeOfStatus({ status, headers }: IncomingResponse, reason: string): Outcome | undefined {
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) {
    return { outcome: 'later', reason, afterMs: retryAfterMs(headers['retry-after']) }
  }
  return status === 500 || status === 502 || status === 504 ? { outcome: 'unclear', reason } : undefined
}
