import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { isUnavailable } from '../../errors.ts'
import { KeyedLimiter } from '../../keyed-limiter.ts'
import type { DatabaseWait, Engine, ReadQuery } from '../database.ts'
import { distribute } from './citus.ts'
import { clientSettings } from './client.ts'
import { columns } from './columns.ts'
import { postgresDialect } from './driver.ts'
import { PostgresNotifier } from './notifier.ts'
import { Reader, type StatementReader } from './reader.ts'
import { closeWithinMs, type Timeouts } from './timeouts.ts'

const maxWriters = 8
// Half of a process's writers.
const maxWritersPerEntity = 4
// Eight for each of the reader's three connections for lists.
const maxReads = 24
// One for each connection. With 24, PostgreSQL's processes that read one credential's lists took most of the processor:
// look-ups beside them had a 99th percentile of 32 ms; with 3 it is 7 ms.
const maxReadsPerCredential = 3

export interface PostgresEngine extends Engine {
  reader: StatementReader
  /** The same with another reader. */
  readingBy(reader: StatementReader): Pick<Engine, 'dialect' | 'read' | 'readJoined'>
}

/** The engine on the PostgreSQL server and database at `url` (`postgres://…`).
 *  @throws Error when the server may lose what it acknowledges, Problem database-unavailable */
export async function openPostgres(url: string, timeouts: Timeouts, onWait: DatabaseWait): Promise<PostgresEngine> {
  const reader = new Reader(url, timeouts, onWait)
  const writers = new pg.Pool({ ...clientSettings(url, timeouts), max: maxWriters })
  // Lost while nobody uses it, the pool opens another; lost between two statements, the next one fails.
  writers.on('error', () => {})
  writers.on('connect', (client) => client.on('error', () => {}))
  const entityLimiter = new KeyedLimiter(maxWritersPerEntity, isUnavailable, (seconds) => onWait('write', seconds))
  const processNotifier = new PostgresNotifier(url, timeouts, writers)
  // A server that does not answer is not waited for.
  let closing: Promise<unknown> | undefined
  const close = async () => {
    processNotifier.close()
    closing ??= Promise.race([
      Promise.all([writers.end(), reader.close()]),
      delay(closeWithinMs, undefined, { ref: false }),
    ])
    await closing
  }

  try {
    const faults = await settingFaults(reader)
    if (faults.length > 0) throw new Error(`The PostgreSQL server is not safe to use: ${faults.join('; ')}.`)
  } catch (error) {
    await close()
    throw error
  }
  const readingBy = (other: StatementReader) => ({
    dialect: postgresDialect({ reader: other, writers, onWait }),
    read: (query: ReadQuery) => other.run(query),
    readJoined: (query: ReadQuery, separator: string) => other.runJoined(query, separator),
  })
  return {
    ...readingBy(reader),
    reader,
    readingBy,
    close,
    joining: (rows) => sql`select record from ${rows} as rows`,
    processNotifier,
    limitPerEntity: (entityId, work) => entityLimiter.run(entityId, work),
    maxReads,
    maxReadsPerCredential,
    arrange: distribute,
    skipLocked: sql`for update skip locked`,
    columns,
    clusteredByKey: sql``,
    async backup() {
      throw new Error(
        'PostgreSQL is backed up by its own tools: pg_dump for a copy, or archived WAL (docs/running.md).',
      )
    },
    // They are the server's.
    verifyFiles() {},
    faults: () => settingFaults(reader),
  }
}

const settingFaults = async (reader: Reader) =>
  (await reader.run<{ fault: string }>({ sql: unsafeSettings, parameters: [] })).map(({ fault }) => fault)

/** Settings with which the server may lose what it has acknowledged, or cannot keep all that is written. */
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
  select 'it is a standby, which takes no writes: name its primary, or promote it' where pg_is_in_recovery()`
