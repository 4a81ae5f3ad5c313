import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const timeoutMs = 20_000
// Providers block a client that asks too often, and a thousand deliveries can fail for the same reason.
const minPauseMs = 10_000
// A mail that is being sent must not meet the end of its token.
const renewBeforeMs = 60_000
// RFC 6749, 5.1: the lifetime is only recommended.
const defaultLifetimeSeconds = 300

/** A source of access tokens. */
export interface AccessTokens {
  /** Returns a token that should be valid. Rejects with the reason of the endpoint. */
  get(): Promise<string>
  /** Reports that a server refused this token. */
  refuse(token: string): void
}

/** A login with access tokens, at a mail server or a mailbox. */
export interface TokenLogin extends AccessTokens {
  user: string
}

/** Returns the login for a URL that has a user but no password; undefined for any other URL. */
export function tokenLogin(url: string, oauthUrl: string | undefined): TokenLogin | undefined {
  return oauthUrl !== undefined && needsToken(url)
    ? { user: decodeURIComponent(new URL(url).username), ...accessTokens(oauthUrl) }
    : undefined
}

export function needsToken(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' && password === ''
}

/** A request to a token endpoint (RFC 6749, 4.4.2 and 6). */
interface TokenRequest {
  endpoint: string
  form: URLSearchParams
}

/** Reads a URL with the client's id as user, its secret as password, and the other parameters of the request as query. The parameter
 *  `refresh_token` selects that grant. Returns undefined if the URL is invalid. */
export function readOAuthUrl(text: string): TokenRequest | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username === '') return undefined
  const form = url.searchParams
  const hasRefreshToken = Boolean(form.get('refresh_token'))
  if (url.password === '' && !hasRefreshToken) return undefined
  try {
    form.set('grant_type', hasRefreshToken ? 'refresh_token' : 'client_credentials')
    form.set('client_id', decodeURIComponent(url.username))
    if (url.password !== '') form.set('client_secret', decodeURIComponent(url.password))
  } catch {
    return undefined
  }
  return { endpoint: url.origin + url.pathname, form }
}

/** Keeps each token until shortly before it expires. Asks the endpoint at most once in ten seconds, also after a failure. */
export function accessTokens(oauthUrl: string, monotonicMs = () => performance.now()): AccessTokens {
  const request = readOAuthUrl(oauthUrl)!
  let answer: Promise<Grant> | undefined
  let granted: string | undefined
  let askedAt = -Infinity
  let renewAt = -Infinity

  async function renew() {
    askedAt = monotonicMs()
    // Not while a request is pending.
    renewAt = Infinity
    answer = requestToken(request)
    try {
      const { access_token, expires_in = defaultLifetimeSeconds } = await answer
      granted = access_token
      renewAt = askedAt + Number(expires_in) * 1_000 - renewBeforeMs
    } catch {
      renewAt = askedAt
    }
  }

  return {
    async get() {
      const now = monotonicMs()
      if (now >= renewAt && now >= askedAt + minPauseMs) void renew()
      return (await answer!).access_token
    },
    refuse(token) {
      if (token === granted) renewAt = askedAt
    },
  }
}

const Grant = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  // Some endpoints write the number as text.
  expires_in: Type.Optional(Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,9}$' })])),
})
type Grant = Static<typeof Grant>

async function requestToken({ endpoint, form }: TokenRequest): Promise<Grant> {
  const { host } = new URL(endpoint)
  const options = { method: 'POST', body: form, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const
  const response = await fetch(endpoint, options).catch((error: Error) => {
    throw new Error(`${host} does not respond to the request for an access token: ${causeOf(error)}`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && Value.Check(Grant, body)) return body
  throw new Error(`${host} grants no access token: ${explanationIn(response.status, body, form)}`)
}

const causeOf = ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message)

/** Returns what the endpoint says (RFC 6749, 5.2), without the secrets that it may repeat. */
function explanationIn(status: number, body: unknown, form: URLSearchParams): string {
  const { error, error_description } = Object(body) as Record<string, unknown>
  const said = [error, error_description].filter((words) => typeof words === 'string')
  const secrets = ['client_secret', 'refresh_token'].flatMap((name) => form.get(name) ?? [])
  return secrets.reduce((words, secret) => words.replaceAll(secret, '…'), [status, ...said].join(' '))
}
