import { type ProblemError, problemOf } from './problem-error.ts'

export interface ClientOptions {
  /** The service's base address, such as `https://rollcall.example`. */
  url: string
  /** The access token. */
  token: string
  /** Milliseconds that one attempt may take, body included. */
  timeout?: number
  /** How often a request that met 429, 502, 503, 504 or no connection is tried again. */
  retries?: number
  /** Milliseconds; what would have to be waited for longer is not tried again. */
  longestWait?: number
  /** Ends whatever the client is at. */
  signal?: AbortSignal
}

/** What a request asks for, beside its address. */
export interface Asked {
  /** What is posted; a GET without it. */
  change?: { body?: unknown }
  /** Of the entity: what is read is not older. */
  knownSequence?: number
  /** A media type; JSON unless given. */
  accept?: string
}

const passing = new Set([429, 502, 503, 504])

/** A GET or a POST that is tried again while the trouble looks passing, after the time that the service asks for. A POST
 *  carries an Idempotency-Key, so that it is done once however often it is sent.
 *  @throws ProblemError for an answer that is no success; TypeError when no connection is had; TimeoutError; AbortError */
export async function request(
  options: ClientOptions,
  url: URL,
  { change, knownSequence, accept = 'application/json' }: Asked = {},
): Promise<Response> {
  const { token, timeout = 30_000, retries = 4, longestWait = 120_000, signal: ended } = options
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, Accept: accept }
  if (knownSequence !== undefined) headers['Rollcall-Sequence'] = String(knownSequence)
  if (change) headers['Idempotency-Key'] = idempotencyKey()
  if (change?.body !== undefined) headers['Content-Type'] = 'application/json'
  const body = change?.body === undefined ? null : JSON.stringify(change.body)
  for (let attempt = 0; ; attempt++) {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(ended ? [ended] : [])])
    let trouble: ProblemError | TypeError
    try {
      const response = await fetch(url, { method: change ? 'POST' : 'GET', headers, body, signal, redirect: 'error' })
      if (response.ok) return response
      trouble = await problemOf(response)
      if (!passing.has(response.status)) throw trouble
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      trouble = error
    }
    const wait = waitBefore(attempt, trouble)
    if (attempt >= retries || wait > longestWait)
      throw trouble instanceof TypeError ? outOfReach(url, trouble) : trouble
    await pause(wait, ended)
  }
}

/** Browsers have `randomUUID` in pages that came over TLS alone. */
const idempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @throws AbortError */
function pause(milliseconds: number, ended: AbortSignal | undefined): Promise<void> {
  return new Promise((resume, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(ended!.reason)
    }
    const timer = setTimeout(() => {
      ended?.removeEventListener('abort', end)
      resume()
    }, milliseconds)
    ended?.addEventListener('abort', end, { once: true })
  })
}

const outOfReach = (url: URL, cause: TypeError) => new TypeError(`${url.origin} is out of reach`, { cause })

function waitBefore(attempt: number, trouble: ProblemError | TypeError): number {
  const asked = 'retryAfter' in trouble ? trouble.retryAfter : undefined
  return asked === undefined ? 200 * 2 ** attempt * (0.5 + Math.random()) : asked * 1000
}
