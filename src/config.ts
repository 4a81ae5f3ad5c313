import { dirname, resolve } from 'node:path'
import { hours, type Instant } from './instant.ts'

export interface Config {
  databaseUrl: string
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

  const config = {
    databaseUrl: read('DATABASE_URL', 'sqlite:./data/rollcall.db', 'sqlite: and the path of a file', sqliteUrl)!,
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
    deliverFor: hours(
      read('DELIVERY_HOURS', '24', 'a whole number of hours, 1 to 720', (text) => wholeNumber(text, 720) || undefined)!,
    ),
    rateLimit: read('RATE_LIMIT', '6000', 'a whole number of requests a minute, 0 for no limit', (text) =>
      wholeNumber(text, 1e9),
    )!,
  }
  function mailFrom(url: string | undefined) {
    const from = read('MAIL_FROM', undefined, 'an e-mail address', (text) =>
      /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined,
    )
    if (url !== undefined && from === undefined) faults.push('MAIL_FROM must be set when SMTP_URL is')
    return url && from ? { url, from } : undefined
  }

  if (faults.length > 0)
    throw new Error(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return config
}

/** Where the embedded engine keeps what is not in its database. */
export const embeddedFolder = ({ databaseUrl }: Config) => dirname(databaseUrl.replace(/^sqlite:/, ''))

function wholeNumber(text: string, most: number) {
  return /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

function sqliteUrl(text: string) {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  return path && `sqlite:${resolve(path)}`
}

function smtpUrl(text: string) {
  const url = URL.parse(text)
  return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined
}

function httpUrl(text: string) {
  const url = URL.parse(text)
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  return plain ? url.href.replace(/\/$/, '') : undefined
}
