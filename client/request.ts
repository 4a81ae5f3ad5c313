import { type ProblemError, problemOf } from './problem-error.ts'

export interface ClientOptions {
  /** The service's base URL, such as `https://rollcall.example`. */
  url: string
  /** The access token. Empty in a browser with the cookie of a session. */
  token: string
  /** The timeout of one attempt, including the body. */
  timeoutMs?: number
  /** The number of retries after 429, 502, 503, 504 or a connection error. */
  retries?: number
  /** The client does not retry if the service requests a longer wait. */
  maxWaitMs?: number
  /** Whether no person asked for the next request. It then does not extend the session of a cookie. */
  isUnattended?: () => boolean
  /** Aborts all requests of the client. */
  signal?: AbortSignal
}

export interface RequestOptions {
  /** Makes the request a POST, or one with another method, with `body` as JSON, or with a file. `key` is the Idempotency-Key of a
   *  POST; random by default, and null if the operation takes none. `etag` is the version of the resource that the change is for. */
  change?: {
    method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    body?: unknown
    file?: SentFile
    key?: string | null
    etag?: string | undefined
  }
  /** The media type; JSON by default. */
  accept?: string
}

/** A file as the body of a request. The request then has no timeout. */
export interface SentFile {
  mediaType: string
  /** Returns the content for an attempt; undefined if it cannot be read again. */
  open(): Blob | ReadableStream | undefined
}

const retriableStatuses = [429, 502, 503, 504]

/** Sends a request. Retries temporary errors with backoff, and honours Retry-After. A POST has an
 *  Idempotency-Key, so a retry has no second effect. Without one, retries only after 429, which comes before any effect.
 *  @throws ProblemError for an unsuccessful response; TypeError without a connection; TimeoutError; AbortError */
export async function request(
  options: ClientOptions,
  url: URL,
  { change, accept = 'application/json' }: RequestOptions = {},
): Promise<Response> {
  const { token, timeoutMs = 30_000, retries = 4, maxWaitMs = 120_000, isUnattended, signal: ended } = options
  const headers: Record<string, string> = { ...(token && { Authorization: `Bearer ${token}` }), Accept: accept }
  if (isUnattended?.()) headers['Rollcall-Unattended'] = 'true'
  const method = change ? (change.method ?? 'POST') : 'GET'
  const isRepeatable = change?.key !== null
  const retriable = isRepeatable ? retriableStatuses : [429]
  if (method === 'POST' && isRepeatable) headers['Idempotency-Key'] = change?.key ?? idempotencyKey()
  if (change?.etag !== undefined) headers['If-Match'] = change.etag
  if (change?.body !== undefined) headers['Content-Type'] = 'application/json'
  const file = change?.file
  if (file) headers['Content-Type'] = file.mediaType
  const json = change?.body === undefined ? null : JSON.stringify(change.body)
  let body = file ? file.open() : json
  for (let attempt = 0; ; attempt++) {
    const signal = AbortSignal.any([...(file ? [] : [AbortSignal.timeout(timeoutMs)]), ...(ended ? [ended] : [])])
    let failure: ProblemError | TypeError
    try {
      // A stream needs `duplex`.
      const sent = { method, headers, body: body ?? null, signal, redirect: 'error', duplex: 'half' } as const
      const response = await fetch(url, sent)
      if (response.ok) return response
      failure = await problemOf(response)
      if (!retriable.includes(response.status)) throw failure
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      if (!isRepeatable) throw unreachable(url, error)
      failure = error
    }
    const waitMs = waitBefore(attempt, failure)
    if (attempt < retries && waitMs <= maxWaitMs) body = file ? file.open() : json
    if (attempt >= retries || waitMs > maxWaitMs || body === undefined)
      throw failure instanceof TypeError ? unreachable(url, failure) : failure
    await pause(waitMs, ended)
  }
}

/** Browsers provide `randomUUID` only in secure contexts. */
export const idempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @throws AbortError */
function pause(durationMs: number, ended: AbortSignal | undefined): Promise<void> {
  return new Promise((resume, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(ended!.reason)
    }
    const timer = setTimeout(() => {
      ended?.removeEventListener('abort', end)
      resume()
    }, durationMs)
    ended?.addEventListener('abort', end, { once: true })
  })
}

const unreachable = (url: URL, cause: TypeError) => new TypeError(`Cannot reach ${url.origin}`, { cause })

function waitBefore(attempt: number, failure: ProblemError | TypeError): number {
  const requested = 'retryAfter' in failure ? failure.retryAfter : undefined
  return requested === undefined ? 200 * 2 ** attempt * (0.5 + Math.random()) : requested * 1000
}
