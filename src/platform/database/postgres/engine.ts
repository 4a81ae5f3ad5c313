import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { isUnavailable, unlessUnavailable } from '../../errors/errors.ts'
import { KeyedLimiter } from '../../scheduling/keyed-limiter.ts'
import type { Instant } from '../../time/instant.ts'
import type { DatabaseWait, Engine, ReadQuery } from '../database.ts'
import { distributeTables, isOnCitus, requireCoordinator } from './citus.ts'
import { adaptToServer, clientSettings } from './client.ts'
import { columns } from './columns.ts'
import { postgresDialect } from './driver.ts'
import { joining } from './joined-records.ts'
import { Nodes } from './nodes.ts'
import { PostgresNotifier } from './notifier.ts'
import { Reader } from './reader.ts'
import { closeTimeoutMs, type Timeouts } from './timeouts.ts'

const maxWriters = 8
// Half of the writers, so that a locked row of one entity leaves the others free.
const maxWritersPerEntity = 4
// Eight for each of the reader's three list connections.
const maxReads = 24
// One per list connection. With 24, one credential's lists took most of PostgreSQL's processor time. The 99th percentile
// of concurrent lookups rose from 7 to 32 ms.
const maxReadsPerEntity = 3

/** Opens the PostgreSQL database at `url` (`postgres://…`). Connects on the first statement. */
export function openPostgres(url: string, timeouts: Timeouts, onWait: DatabaseWait): Engine {
  const reader = new Reader(url, timeouts, onWait)
  const writers = new pg.Pool({
    ...clientSettings(url, timeouts),
    max: maxWriters,
    onConnect: (client) => adaptToServer(client, timeouts),
  })
  // The pool replaces a connection that is lost while idle. If it is lost in a transaction, the next statement fails.
  writers.on('error', () => {})
  writers.on('connect', (client) => client.on('error', () => {}))
  const entityLimiter = new KeyedLimiter(maxWritersPerEntity, isUnavailable, (seconds) => onWait('write', seconds))
  const processNotifier = new PostgresNotifier(url, timeouts, writers)
  let nodes: Nodes | undefined
  let closing: Promise<unknown> | undefined
  const close = async () => {
    processNotifier.close()
    closing ??= Promise.race([
      Promise.all([writers.end(), reader.close(), nodes?.close()]),
      delay(closeTimeoutMs, undefined, { ref: false }),
    ])
    await closing
  }

  const engine: Engine = {
    dialect: postgresDialect({ reader, writers, onWait }),
    read: (query: ReadQuery) => reader.run(query),
    readJoined: (query: ReadQuery, separator: string) => reader.runJoined(query, separator),
    close,
    joining,
    notByIndex: (column) => sql.ref(column),
    isAmong: (column, values) => sql`${sql.ref(column)} = any(${values})`,
    hasMember,
    processNotifier,
    limitPerEntity: (entityId, work) => entityLimiter.run(entityId ?? '', work),
    lockKey: (key) => (nodes ? lockOnNode(key) : lock(key)),
    maxReads,
    maxReadsPerEntity,
    verifyCanMigrate: async () => nodes && requireCoordinator(reader),
    distribute: async (database) => nodes && distributeTables(database),
    skipLocked: sql`for update skip locked`,
    columns,
    clusteredByKey: sql``,
    // By default, autovacuum waits until a fifth of a table has changed. Below 2 % of the pages, a vacuum leaves the indexes.
    vacuumSooner: (table) => sql`alter table ${sql.table(table)} set (autovacuum_vacuum_scale_factor = 0.05)`,
    isEmbedded: false,
    async backup() {
      throw new Error(
        'Back up PostgreSQL with its own tools: pg_dump for a copy, or archived WAL (docs/running/backup.md).',
      )
    },
    // The server owns the files.
    // Its autovacuum removes old versions of rows, and VACUUM FULL their bytes (docs/running/erasure.md).
    async scrub() {},
    isScrubSlow: () => false,
    verifyFiles() {},
    async verify() {
      if (await isOnCitus(reader)) engine.cluster = nodes ??= new Nodes(url, timeouts, onWait)
      // A process must start while a node hangs.
      const ofNodes = (await nodes?.faults(unsafeSettings).catch(unlessUnavailable)) ?? []
      const faults = [...(await settingFaults(reader)), ...ofNodes]
      if (faults.length > 0) throw new Error(`The PostgreSQL server is not safe to use: ${faults.join('; ')}.`)
    },
    async serverTime() {
      const sql = 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as time'
      return (await reader.run<{ time: Instant }>({ sql, parameters: [] }))[0]!.time
    },
    faults: async () => [...(await settingFaults(reader)), ...(nodes ? await nodeFaults(nodes) : [])],
  }
  return engine
}

/** `->>` fails on texts that SQLite accepts. JSON.stringify writes a text in one way, with its quotes escaped. */
const hasMember: Engine['hasMember'] = (column, name, values) => {
  const members = values.map((value) => JSON.stringify({ [name]: value }).slice(1, -1))
  return sql`(${sql.join(
    members.map((member) => sql`strpos(${sql.ref(column)}, ${member}) > 0`),
    sql` or `,
  )})`
}

const lock = (key: string) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`

/** Takes the lock on the node of the key's shard, because processes may connect to different nodes. The aggregate makes
 *  one row of none. */
const lockOnNode = (key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0)), count(*) from entities where entity_id = ${key}`

const nodeFaults = async (nodes: Nodes) => [...(await nodes.away()), ...(await nodes.faults(unsafeSettings))]

const settingFaults = async (reader: Reader) =>
  (await reader.run<{ fault: string }>({ sql: unsafeSettings, parameters: [] })).map(({ fault }) => fault)

/** Selects the settings with which the server may lose acknowledged writes, or cannot store all text. */
const unsafeSettings = `
  select name || ' is ' || setting || ', and must be ' || wanted as fault
  from pg_settings join (values
    ('fsync', '{on}'::text[], 'on'),
    ('full_page_writes', '{on}', 'on'),
    ('synchronous_commit', '{on,remote_write,remote_apply}', 'on'),
    ('server_encoding', '{UTF8}', 'UTF8')
  ) as rule (setting_name, allowed, wanted) on name = setting_name
  where not setting = any (allowed)
  union all
  select 'it is a standby, which rejects writes: set DATABASE_URL to its primary, or promote it' where pg_is_in_recovery()`
