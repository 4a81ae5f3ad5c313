import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { withoutCredentials } from '../../config/database-url.ts'
import { Problem } from '../../errors/errors.ts'
import { Database, type DatabaseWait } from '../database.ts'
import { selectLastSequence } from '../last-sequence.ts'
import type { PostgresEngine } from './engine.ts'
import { Reader, type StatementReader } from './reader.ts'
import type { Timeouts } from './timeouts.ts'

// A healthy replica replays a write within a few milliseconds.
const waitForWriteMs = 300
const pollReplicaEveryMs = 15

/** A standby that serves reads. Retries a failed list on the primary, but not a failed lookup: the router retries the
 *  whole read. A lookup on one database must not be combined with a list of the other. */
export class Replica {
  readonly database: Database
  readonly name: string
  /** Reads from this replica only. */
  readonly reader: StatementReader
  /** Whether it may serve reads: it is reachable and up to date. False until it has been examined. */
  isHealthy = false
  readonly #connections: Reader

  constructor(url: string, primary: PostgresEngine, timeouts: Timeouts, onWait: DatabaseWait) {
    this.name = withoutCredentials(url)
    this.#connections = new Reader(url, timeouts, onWait)
    this.reader = {
      run: (statement) => this.#markingFailures(this.#connections.run(statement)),
      runJoined: (statement, separator) => this.#markingFailures(this.#connections.runJoined(statement, separator)),
    }
    const reader: StatementReader = {
      run: (statement) =>
        statement.isLookUp
          ? this.reader.run(statement)
          : this.#withFallback(primary, (reader) => reader.run(statement)),
      runJoined: (statement, separator) =>
        this.#withFallback(primary, (reader) => reader.runJoined(statement, separator)),
    }
    this.database = new Database(primary.readingBy(reader))
  }

  /** @throws Problem database-unavailable */
  replicationStatus(): Promise<ReplicationStatus> {
    return replicationStatusOf(this.#connections)
  }

  /** Whether it has the entity's actions up to the sequence. Waits up to 300 ms for them. */
  async has(entityId: string, sequence: number): Promise<boolean> {
    for (const until = performance.now() + waitForWriteMs; ; await delay(pollReplicaEveryMs)) {
      const found = await Promise.resolve(selectLastSequence(this.database, { entityId })).catch(() => undefined)
      if (!found || performance.now() > until) return false
      if ((found[0]?.last_sequence ?? 0) >= sequence) return true
    }
  }

  close() {
    return this.#connections.close()
  }

  async #markingFailures<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading
    } catch (error) {
      this.isHealthy &&= !(error instanceof Problem)
      throw error
    }
  }

  async #withFallback<T>(primary: PostgresEngine, read: (reader: StatementReader) => Promise<T>): Promise<T> {
    if (!this.isHealthy) return read(primary.reader)
    try {
      return await read(this.reader)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return read(primary.reader)
    }
  }
}

/** `identity` names the server and the database, and is the same on a primary and its standbys. `startedAt` tells them apart.
 *  `position` is the number of WAL bytes that the server has written or replayed. */
export interface ReplicationStatus {
  identity: string
  startedAt: string
  isStandby: number
  position: number
  /** In hexadecimal. A promotion begins a later one. Empty on a standby. */
  timeline: string
}

export async function replicationStatusOf(reader: StatementReader): Promise<ReplicationStatus> {
  const [status] = await reader.run<ReplicationStatus & pg.QueryResultRow>({
    sql: replicationStatusSql,
    parameters: [],
    // It must not wait behind lists.
    isLookUp: true,
  })
  return status!
}

const replicationStatusSql = `
  select (select system_identifier from pg_control_system()) || ' ' ||
      (select oid from pg_database where datname = current_database()) as identity,
    pg_postmaster_start_time()::text as "startedAt",
    pg_is_in_recovery()::int as "isStandby",
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::bigint
      as position,
    case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline`
