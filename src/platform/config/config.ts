import { dirname, resolve } from 'node:path'
import { hours } from '../time/instant.ts'
import type { Server } from './channel-environment.ts'
import { isPostgres, readDatabaseUrl } from './database-url.ts'
import { type Environment, readHttpUrl } from './environment.ts'
import { networks, plaintextNetworks } from './networks.ts'
import { readSignIn } from './sign-in.ts'

export type Config = ReturnType<typeof configOf>

/** Returns the configuration of valid variables.
 *  @param servers the configured servers, by the name of their channel */
export function configOf(env: Environment, servers: Partial<Record<string, Server>>) {
  return {
    databaseUrl: readDatabaseUrl(env.DATABASE_URL)!,
    /** The replica for lists that may lag. */
    replicaUrl: env.DATABASE_REPLICA_URL,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL && readHttpUrl(env.PUBLIC_URL),
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
    secretKey: env.SECRET_KEY,
    /** The identity provider with which people sign in; undefined without one. */
    signIn: readSignIn(env),
    /** Whether people sign in with accounts of this service. */
    hasAccounts: env.ACCOUNTS === 'on',
    /** Whether a desk records arrivals only for a person who has signed in. */
    deskPerson: env.ROLLCALL_DESK_PERSON,
    /** The servers of the channels, by name. A channel without a server writes files. The administration can change those
     *  that the environment does not name, and PUBLIC_URL if it is unset: read both where they are used. */
    servers,
    plaintextNetworks: plaintextNetworks(env.PLAINTEXT_NETWORKS ?? '')!,
    /** PLAINTEXT_NETWORKS as it was given, for the rules about servers. */
    plaintextListed: env.PLAINTEXT_NETWORKS,
    /** The private networks that webhooks may reach. */
    webhookNetworks: networks(env.WEBHOOK_NETWORKS ?? '')!,
    deliverForMicros: hours(env.DELIVERY_HOURS),
    auditMicros: hours(24 * env.AUDIT_DAYS),
    sendAtOnce: env.SEND_AT_ONCE,
    /** The memory for finished lists; 0 for none. */
    listCacheBytes: env.LIST_CACHE_MB * 1_000_000,
    /** The reverse proxies whose X-Forwarded-For counts. */
    trustProxy: networks(env.TRUST_PROXY ?? '')!,
    /** Requests per minute for each credential; 0 for no limit, also per address. */
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
