import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { alternatives } from './alternatives.ts'
import type { ChannelEnvironment } from './channel-environment.ts'
import { readDatabaseUrl, readPostgresUrl } from './database-url.ts'
import { networks, plaintextNetworks } from './networks.ts'
import { choice, integer, type Setting, text } from './setting.ts'
import { signInVariables } from './sign-in.ts'

/** @param servers the variables that make messages leave this machine */
const serviceVariables = (servers: string) => ({
  DATABASE_URL: text(readDatabaseUrl, {
    description: 'The database.',
    expects:
      'sqlite: and the path of a file, or a postgres: URL with the name of a database and percent-encoded user and password',
    default: 'sqlite:./data/rollcall.db',
  }),
  DATABASE_REPLICA_URL: Type.Optional(
    text(readPostgresUrl, {
      description: 'A replica of the database, from which whole lists by date are read. They may lag.',
      expects: 'a postgres: URL, as in `DATABASE_URL`',
      unset: 'all reads go to `DATABASE_URL`',
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
      unset: `the address that the service listens on; required with ${servers}`,
    }),
  ),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    description: 'The least severe log lines to write.',
    default: 'info',
  }),
  SECRET_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      // A comma is reserved for a list of two keys, the newer one first.
      pattern: '^[^,]*$',
      description:
        'The key that check-in tokens and links are derived from, and that encrypts the passwords of servers in the database. All processes need the same one.',
      expects: 'at least 32 characters, without a comma',
      unset: '`rollcall.key`, beside the SQLite file or in `./data`',
    }),
  ),
  ...signInVariables,
  PLAINTEXT_NETWORKS: Type.Optional(
    text(plaintextNetworks, {
      description: 'Networks whose servers for messages need no TLS.',
      expects: 'networks in CIDR notation, separated by commas, such as 10.0.0.0/8,fd00::/8',
      unset: 'this machine only',
    }),
  ),
  WEBHOOK_NETWORKS: Type.Optional(
    text(networks, {
      description: 'Private networks that webhooks may reach, also over http:.',
      expects: 'networks in CIDR notation, separated by commas, such as 10.0.0.0/8,fd00::/8',
      unset: 'none',
    }),
  ),
  DELIVERY_HOURS: integer(1, 720, {
    description:
      'The number of hours for which the service retries a delivery, from its first attempt. The time for which a message waits, as in quiet hours or during a stop, does not count.',
    default: 24,
  }),
  SEND_AT_ONCE: integer(1, 1_000, {
    description:
      'The number of messages that a process sends at the same time on each channel. One that takes longer than a second gives its slot to the next, up to twice this number. Clinics take turns. Use at most half of the connections or open requests that the server allows.',
    default: 50,
  }),
  AUDIT_DAYS: integer(1, 36_500, {
    description: 'The number of days for which the service keeps the entries of the audit.',
    default: 730,
  }),
  LIST_CACHE_MB: integer(0, 100_000, {
    description: 'The memory of a process for finished lists of actions, in megabytes; 0 for none.',
    default: 64,
  }),
  TRUST_PROXY: Type.Optional(
    text(networks, {
      description:
        'The reverse proxies in front of the service. Only if a request comes from one of them does the service read the address of the client from `X-Forwarded-For`.',
      expects: 'addresses and networks in CIDR notation, separated by commas, such as 127.0.0.1,10.0.0.0/8',
      unset: 'none: the address of the client is the one that connects',
    }),
  ),
  RATE_LIMIT: integer(0, 1e9, {
    description:
      'The maximum number of requests per minute for each access token and process, and, if it is more than 6000, for each address that opens pages of contacts; 0 for no limit per access token or address.',
    default: 6000,
  }),
})

export type Environment = Static<TObject<ReturnType<typeof serviceVariables>>>
export type Settings = Record<string, TSchema & Setting>

/** Returns the variables that configure the service, in the order of docs/running/configuration.md. `npm run docs` writes them there. */
export const settingsOf = (channels: ChannelEnvironment[]) =>
  ({
    ...serviceVariables(alternatives(channels.map(({ url }) => `\`${url}\``))),
    ...Object.assign({}, ...channels.map(({ variables }) => variables)),
  }) as unknown as Settings

/** Parses a base URL, and removes a trailing slash. Returns undefined if the URL is invalid. */
export function readHttpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  return isBase ? url.href.replace(/\/$/, '') : undefined
}
