import { type Static, type TSchema, Type } from 'typebox'
import { readDatabaseUrl, readPostgresUrls } from './database-url.ts'
import { plaintextNetworks } from './networks.ts'

// A named import would run all getters of the module. One of them loads an HTTP client, which takes 25 ms.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')

type Setting = {
  description: string
  /** Completes "… must be". */
  expects: string
  default?: string | number
  /** Describes the behaviour when a variable without a default is unset. */
  unset?: string
}

/** A string variable. `parse` returns undefined for an invalid value. */
const text = (parse: (text: string) => unknown, setting: Setting) =>
  Type.Refine(Type.String(setting), (value) => parse(value) !== undefined)

const serverUrl = (protocols: RegExp, setting: Setting) =>
  Type.Refine(Type.String(setting), (value) => {
    const url = URL.parse(value)
    return !!url?.hostname && protocols.test(url.protocol)
  })

const integer = (minimum: number, maximum: number, setting: Omit<Setting, 'expects'>) =>
  Type.Integer({ minimum, maximum, expects: `${minimum}–${maximum}`, ...setting })

const choice = <Value extends string>(values: Value[], setting: Omit<Setting, 'expects'>) =>
  Type.Enum(values, { expects: `one of ${values.join(', ')}`, ...setting })

/** The variables that configure the service. `npm run docs` writes them into docs/running.md. */
export const Environment = Type.Object({
  DATABASE_URL: text(readDatabaseUrl, {
    description: 'The database.',
    expects:
      'sqlite: and the path of a file, or a postgres: URL with the name of a database and percent-encoded user and password',
    default: 'sqlite:./data/rollcall.db',
  }),
  DATABASE_REPLICA_URL: Type.Optional(
    text(readPostgresUrls, {
      description: 'Standbys of the PostgreSQL server.',
      expects: 'one or more postgres: URLs, separated by commas',
      unset: 'none',
    }),
  ),
  READ_FROM: choice(['primary', 'replica'], {
    description: 'Where lists, check-ins and the feed are read from.',
    default: 'primary',
  }),
  READ_WITHOUT_PRIMARY_MINUTES: Type.Optional(
    integer(0, 1_440, {
      description:
        'While the primary does not respond, standbys serve check-ins, visits, entities and access tokens for this long. A token that is revoked meanwhile stays valid.',
      unset: '15',
    }),
  ),
  HOST: Type.String({
    description: 'The network interface to listen on.',
    expects: 'a host name or an IP address',
    default: '127.0.0.1',
  }),
  PORT: integer(0, 65_535, { description: 'The port to listen on; 0 selects a free one.', default: 8080 }),
  METRICS_PORT: Type.Optional(
    integer(0, 65_535, {
      description: 'A separate port for `/metrics`; 0 selects a free one.',
      unset: '`/metrics` is on `PORT`',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    text(readHttpUrl, {
      description: 'The URL under which clients and contacts reach the service. Links in messages begin with it.',
      expects: 'an http: or https: URL without a query',
      unset: 'the address that the service listens on; required with `SMTP_URL` or `SMS_URL`',
    }),
  ),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    description: 'The least severe log lines to write.',
    default: 'info',
  }),
  SECRET_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'The key that check-in tokens and links are derived from. All processes need the same one.',
      expects: 'at least 32 characters',
      unset: '`rollcall.key`, beside the SQLite file or in `./data`',
    }),
  ),
  SMTP_URL: Type.Optional(
    serverUrl(/^smtps?:$/, {
      description: 'The mail server.',
      expects: 'an smtp: or smtps: URL',
      unset: 'mails become files in `outbox`, beside the SQLite file or in `./data`',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@]+@[^\\s@]+$',
      description: 'The sender of mails.',
      expects: 'an e-mail address',
      unset: '`rollcall@` and the host name of this machine; in files, `notices@rollcall.invalid`',
    }),
  ),
  SMS_URL: Type.Optional(
    serverUrl(/^(smpps?|https?):$/, {
      description: 'The message centre (SMPP) or the gateway (HTTP) that takes texts.',
      expects: 'an smpp:, smpps: or https: URL; http: only with localhost or an IP address in PLAINTEXT_NETWORKS',
      unset: 'texts become files in `outbox`',
    }),
  ),
  // 3GPP TS 23.040, 9.1.2.5: an alphanumeric sender has at most eleven 7-bit characters.
  SMS_FROM: Type.Optional(
    Type.String({
      pattern: '^(\\+?\\d{3,15}|[A-Za-z0-9 ._-]{1,11})$',
      description: 'The sender of texts. Contacts can reply to a number.',
      expects: 'a number such as +351912345678, a short code, or a name of up to 11 letters',
      unset: 'the sender that `SMS_URL` defines',
    }),
  ),
  SMS_HEADERS: Type.Optional(
    text(readHeaders, {
      description: 'HTTP headers for the gateway.',
      expects: 'a JSON object of headers with text values',
      unset: 'none',
    }),
  ),
  PLAINTEXT_NETWORKS: Type.Optional(
    text(plaintextNetworks, {
      description: 'Networks whose mail server, message centre or gateway needs no TLS.',
      expects: 'networks in CIDR notation, separated by commas, such as 10.0.0.0/8,fd00::/8',
      unset: 'this machine only',
    }),
  ),
  DELIVERY_HOURS: integer(1, 720, {
    description: 'The number of hours for which the service retries a delivery.',
    default: 24,
  }),
  SEND_AT_ONCE: integer(1, 1_000, {
    description:
      'The number of messages that a process sends at the same time on each channel, by mail and by text. One that takes longer than a second gives its place to the next, up to twice this number. Use at most half of the connections or open requests that the server allows.',
    default: 50,
  }),
  LIST_CACHE_MB: integer(0, 100_000, {
    description: 'The memory of a process for finished lists of actions, in megabytes; 0 for none.',
    default: 64,
  }),
  RATE_LIMIT: integer(0, 1e9, {
    description: 'The maximum number of requests per minute for each access token; 0 for no limit.',
    default: 6000,
  }),
})

export type Environment = Static<typeof Environment>

export const settings = Environment.properties as unknown as Record<keyof Environment, TSchema & Setting>

/** Parses a JSON object of HTTP headers. Returns undefined if one of them is invalid. */
export function readHeaders(text: string): Record<string, string> | undefined {
  try {
    const headers = JSON.parse(text) as Record<string, string>
    if (headers.constructor !== Object || Object.values(headers).some((value) => typeof value !== 'string')) {
      return undefined
    }
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
    return headers
  } catch {
    return undefined
  }
}

/** Parses a base URL, and removes a trailing slash. Returns undefined if the URL is invalid. */
export function readHttpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  return isBase ? url.href.replace(/\/$/, '') : undefined
}
