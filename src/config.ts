import { type BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { isPostgres, readDatabaseUrl, readPostgresUrls } from './database-url.ts'
import { hours, type Instant } from './instant.ts'
import { holds, plaintextNetworks, thisMachine } from './networks.ts'

// Not by name, which would load all that its getters lead to; `Headers` would load an HTTP client, 25 ms of the start.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')

export interface Config {
  databaseUrl: string
  /** PostgreSQL's standbys that lists, check-ins and the feed are read from; none unless `READ_FROM` is `replica`. */
  replicaUrls: string[]
  host: string
  port: number
  /** The address under which clients reach this service; without it, that on which it listens. */
  publicUrl: string | undefined
  /** Its own port for `/metrics`; without it, they are on the service's. */
  metricsPort: number | undefined
  logLevel: string
  /** What check-in tokens and answer links are derived from; without it, a file beside the database. */
  secretKey: string | undefined
  /** Where mails are handed over, as smtp: or smtps:, and the address they come from; without it, they go to a folder. */
  mail: { url: string; from: string } | undefined
  /** Where short texts are handed over: a message centre (smpp:, smpps:) or a gateway (https:), the number or name that
   *  they come from, and headers for the gateway; without it, they go to a folder. */
  sms: { url: string; from: string | undefined; headers: Record<string, string> } | undefined
  /** Where passwords and messages may go without TLS: this machine, and the networks of `PLAINTEXT_NETWORKS`. */
  plaintextNetworks: BlockList
  /** How long a delivery is tried. */
  deliverFor: Instant
  /** Requests a minute for each credential; 0 for no limit. */
  rateLimit: number
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** The environment as configuration.
 *  @throws Error that lists every fault at once */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = []

  function read<T>(name: string, fallback: string | undefined, rule: string, parse: (text: string) => T | undefined) {
    const text = env[name] || fallback
    if (text === undefined) return undefined
    const value = parse(text)
    if (value === undefined) faults.push(`${name} must be ${rule}`)
    return value as T
  }
  const port = (text: string) => wholeNumber(text, 65_535)
  const plaintext =
    read(
      'PLAINTEXT_NETWORKS',
      undefined,
      'networks in CIDR notation with commas between them, such as 10.0.0.0/8,fd00::/8',
      plaintextNetworks,
    ) ?? thisMachine

  const config = {
    databaseUrl: read(
      'DATABASE_URL',
      'sqlite:./data/rollcall.db',
      'sqlite: and the path of a file, or postgres: and a database',
      readDatabaseUrl,
    )!,
    replicaUrls: replicaUrls(),
    host: read('HOST', '127.0.0.1', 'a host name or address', (text) => text)!,
    port: read('PORT', '8080', 'a port, 0 to 65535', port)!,
    publicUrl: read('PUBLIC_URL', undefined, 'an http or https address without a query', httpUrl),
    metricsPort: read('METRICS_PORT', undefined, 'a port, 0 to 65535', port),
    logLevel: read('LOG_LEVEL', 'info', `one of ${logLevels.join(', ')}`, (text) =>
      logLevels.find((level) => level === text),
    )!,
    secretKey: read('SECRET_KEY', undefined, 'at least 32 characters', (text) =>
      text.length >= 32 ? text : undefined,
    ),
    mail: mailFrom(read('SMTP_URL', undefined, 'an smtp: or smtps: address', smtpUrl)),
    sms: smsFrom(
      read(
        'SMS_URL',
        undefined,
        'an smpp:, smpps: or https: address; http: only to localhost or to an IP address in PLAINTEXT_NETWORKS',
        (text) => smsUrl(text, plaintext),
      ),
    ),
    plaintextNetworks: plaintext,
    deliverFor: hours(
      read('DELIVERY_HOURS', '24', 'a whole number of hours, 1 to 720', (text) => wholeNumber(text, 720) || undefined)!,
    ),
    rateLimit: read('RATE_LIMIT', '6000', 'a whole number of requests a minute, 0 for no limit', (text) =>
      wholeNumber(text, 1e9),
    )!,
  }
  function replicaUrls(): string[] {
    const rule = 'one or more postgres: addresses, with commas between them'
    const urls = read('DATABASE_REPLICA_URL', undefined, rule, readPostgresUrls) ?? []
    const from = read('READ_FROM', 'primary', 'primary or replica', (text) =>
      (['primary', 'replica'] as const).find((one) => one === text),
    )
    if (from !== 'replica') return []
    if (urls.length === 0) faults.push('READ_FROM is replica, and DATABASE_REPLICA_URL must be set')
    else if (!isPostgres(env.DATABASE_URL ?? ''))
      faults.push('DATABASE_REPLICA_URL must go with a postgres: DATABASE_URL')
    return urls
  }
  function mailFrom(url: string | undefined) {
    const from = read('MAIL_FROM', undefined, 'an e-mail address', (text) =>
      /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined,
    )
    return url === undefined ? undefined : { url, from: from ?? `rollcall@${hostname()}` }
  }
  function smsFrom(url: string | undefined) {
    const from = read(
      'SMS_FROM',
      undefined,
      'a number such as +351912345678, a short code, or a name of up to 11 letters',
      sender,
    )
    const headers = read('SMS_HEADERS', '{}', 'a JSON object of headers with text values', headersOf)!
    return url === undefined ? undefined : { url, from, headers }
  }

  if (faults.length > 0)
    throw new Error(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return config
}

/** Why the key may not be that of the other processes; undefined where it is. */
export const keyFault = ({ databaseUrl, secretKey }: Config) =>
  isPostgres(databaseUrl) && secretKey === undefined
    ? 'SECRET_KEY is not set: the key is a file of this folder, and a process elsewhere would have another'
    : undefined

/** Where this process keeps what is not in the database: beside an embedded one. */
export const localFolder = ({ databaseUrl }: Config) =>
  isPostgres(databaseUrl) ? resolve('data') : dirname(databaseUrl.replace(/^sqlite:/, ''))

function wholeNumber(text: string, most: number) {
  return /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

function smtpUrl(text: string) {
  const url = URL.parse(text)
  return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined
}

function smsUrl(text: string, plaintext: BlockList) {
  const url = URL.parse(text)
  if (!url?.hostname) return undefined
  return /^(smpps?|https):$/.test(url.protocol) ||
    (url.protocol === 'http:' && isPlaintextHost(url.hostname, plaintext))
    ? text
    : undefined
}

function isPlaintextHost(hostname: string, plaintext: BlockList) {
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || (isIP(address) > 0 && holds(plaintext, address))
}

// 3GPP TS 23.040, 9.1.2.5: names have up to eleven letters of seven bits.
const sender = (text: string) => (/^(\+?\d{3,15}|[A-Za-z0-9 ._-]{1,11})$/.test(text) ? text : undefined)

function headersOf(text: string): Record<string, string> | undefined {
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

function httpUrl(text: string) {
  const url = URL.parse(text)
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  return plain ? url.href.replace(/\/$/, '') : undefined
}
