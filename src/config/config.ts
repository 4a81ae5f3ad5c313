import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { hours, minutes } from '../instant.ts'
import { isPostgres, readDatabaseUrl, readPostgresUrls } from './database-url.ts'
import { readHeaders, readHttpUrl } from './environment.ts'
import { plaintextNetworks } from './networks.ts'
import { readEnvironment } from './read-environment.ts'

/** The sender of mails that are only written to files. */
export const unconfiguredSender = 'notices@rollcall.invalid'

/** The address that sends the mails. */
export const mailSender = ({ mail }: Pick<Config, 'mail'>) => mail?.from ?? unconfiguredSender

export type Config = ReturnType<typeof readConfig>

/** Reads the configuration from the environment.
 *  @throws Error that lists every fault */
export function readConfig(given: NodeJS.ProcessEnv) {
  const env = readEnvironment(given)
  return {
    databaseUrl: readDatabaseUrl(env.DATABASE_URL)!,
    /** The replicas to read from; empty unless `READ_FROM` is `replica`. */
    replicaUrls: env.READ_FROM === 'replica' ? readPostgresUrls(env.DATABASE_REPLICA_URL!)! : [],
    /** How long standbys stand in for the primary. */
    readWithoutPrimaryMicros: minutes(env.READ_WITHOUT_PRIMARY_MINUTES ?? 15),
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL && readHttpUrl(env.PUBLIC_URL),
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
    secretKey: env.SECRET_KEY,
    mail: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? `rollcall@${hostname()}` } : undefined,
    sms: env.SMS_URL
      ? { url: env.SMS_URL, from: env.SMS_FROM, headers: readHeaders(env.SMS_HEADERS ?? '{}')! }
      : undefined,
    plaintextNetworks: plaintextNetworks(env.PLAINTEXT_NETWORKS ?? '')!,
    deliverForMicros: hours(env.DELIVERY_HOURS),
    sendAtOnce: env.SEND_AT_ONCE,
    /** The memory for finished lists; 0 for none. */
    listCacheBytes: env.LIST_CACHE_MB * 1_000_000,
    /** Requests per minute for each credential; 0 for no limit. */
    rateLimit: env.RATE_LIMIT,
  }
}

/** Returns why other processes may use a different key; undefined if all use the same key. */
export const keyFault = ({ databaseUrl, secretKey }: Config) =>
  isPostgres(databaseUrl) && secretKey === undefined
    ? 'SECRET_KEY is not set. This process uses the key file of its folder, and a process in another folder would use a different key. Set the same SECRET_KEY for all processes.'
    : undefined

/** The folder for the files of this process: beside an embedded database, or `data`. */
export const localFolder = ({ databaseUrl }: Config) =>
  isPostgres(databaseUrl) ? resolve('data') : dirname(databaseUrl.replace(/^sqlite:/, ''))
