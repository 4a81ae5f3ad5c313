import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable, Problem } from '../../errors/errors.ts'
import { Database, type DatabaseWait, primaryName, type ReplicaChange } from '../database.ts'
import { hasPendingMigrations } from '../migrate.ts'
import type { ReadRouter } from '../read-router.ts'
import { isBroken } from './client.ts'
import type { PostgresEngine } from './engine.ts'
import { Reader, type StatementReader } from './reader.ts'
import { Replica, type ReplicationStatus, replicationStatusOf } from './replica.ts'
import type { Timeouts } from './timeouts.ts'

const examineEveryMs = 500
const maxLagMs = 1_000
// One failure can be a busy server. A server that is away for good is found after 2.8 s at most: two attempts to connect, or
// two statements, and the time between them.
const failuresUntilAway = 2
const notResponding = 'it does not respond'
// Its writes would be lost: the promoted standby lacks them.
const replaced =
  'a server of DATABASE_REPLICA_URL was promoted. Stop the old primary, and point DATABASE_URL at the promoted server'

// After a failover, a setting that names all servers includes the new primary.
const isPrimaryNote = 'it is the current primary, so it does not serve reads as a replica'

/** `fault`: why the server is no usable replica. `note`: a peculiarity. */
export interface ReplicaFinding {
  fault?: string | undefined
  note?: string
}

/** Distributes reads round-robin over the healthy replicas, which are reachable and lag by less than a second. They stand in
 *  for the primary while it does not respond. */
export class Replicas implements ReadRouter {
  readonly available: Database
  readonly withoutPrimaryMicros: number
  readonly #primary: Database
  readonly #engine: PostgresEngine
  readonly #replicas: Replica[]
  /** Recent WAL positions of the primary, and the time of each. */
  readonly #written: { at: number; position: number }[] = []
  readonly #closing = new AbortController()
  readonly #onChange: ReplicaChange
  readonly #reported = new Map<string, string | undefined>([[primaryName, undefined]])
  #prepare: (() => Promise<void>) | undefined
  #identity: string | undefined
  /** The latest timeline of a server that takes writes. */
  #timeline = ''
  #lastSeen = performance.now()
  #failures = 0
  #next = 0

  constructor(
    primary: Database,
    urls: string[],
    timeouts: Timeouts,
    onWait: DatabaseWait,
    withoutPrimaryMicros: number,
    onChange: ReplicaChange,
  ) {
    this.#primary = primary
    this.#engine = primary.engine as PostgresEngine
    this.withoutPrimaryMicros = withoutPrimaryMicros
    this.#onChange = onChange
    this.#replicas = urls.map((url) => new Replica(url, this.#engine, timeouts, onWait))
    const reader: StatementReader = {
      run: (statement) => this.#readAvailable((reader) => reader.run(statement)),
      runJoined: (statement, separator) => this.#readAvailable((reader) => reader.runJoined(statement, separator)),
    }
    this.available = new Database(this.#engine.readingBy(reader))
  }

  get isPrimaryAway() {
    return this.#engine.health.state !== 'available'
  }

  /** Runs `prepare` on the primary, and examines all servers from now on. If the primary does not respond and a standby can
   *  stand in, `prepare` runs when the primary responds.
   *  @throws the error of `prepare` */
  async start(prepare: () => Promise<void>) {
    try {
      await prepare()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#engine.health.state = 'unchecked'
      this.#prepare = prepare
      await Promise.all(this.#replicas.map((replica) => this.#examine(replica)))
      // Throws if the standby has no tables, or those of a newer version. The error of the primary says more.
      const isUsable = hasPendingMigrations(this.available).then((isPending) => !isPending)
      if (!(await isUsable.catch(() => false))) throw error
      this.#report(primaryName, notResponding)
    }
    void this.#repeat(() => this.#notePrimary())
    for (const replica of this.#replicas) void this.#repeat(() => this.#examine(replica))
  }

  databaseFor(entityId: string, minSequence: number): Database | Promise<Database> {
    const replica = this.#nextHealthy()
    if (!replica || !this.#mayRead()) return this.#primary
    if (minSequence === 0) return replica.database
    return replica.has(entityId, minSequence).then((has) => (has ? replica.database : this.#primary))
  }

  async read<T>(entityId: string, minSequence: number, read: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.databaseFor(entityId, minSequence)
    try {
      return await read(database)
    } catch (error) {
      if (!(error instanceof Problem) || database === this.#primary) throw error
      if (this.isPrimaryAway && !isUnavailable(error)) throw error
      // A standby that stands in may lack the sequence.
      return read(minSequence === 0 ? this.available : this.#primary)
    }
  }

  async close() {
    this.#closing.abort()
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  async #repeat(task: () => Promise<void>) {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await task().catch(() => {})
      await delay(examineEveryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  #nextHealthy(): Replica | undefined {
    const healthy = this.#replicas.filter(({ isHealthy }) => isHealthy)
    return healthy[this.#next++ % healthy.length]
  }

  /** Whether a replica may serve reads: the primary was seen lately enough. */
  #mayRead(): boolean {
    return !this.isPrimaryAway || (performance.now() - this.#lastSeen) * 1_000 < this.withoutPrimaryMicros
  }

  async #readAvailable<T>(read: (reader: StatementReader) => Promise<T>): Promise<T> {
    let failure: unknown = new Problem('database-unavailable')
    if (!this.isPrimaryAway) {
      try {
        return await read(this.#engine.reader)
      } catch (error) {
        // A server that cancels a slow statement is not away.
        if (!isUnavailable(error) || !isBroken(error) || this.withoutPrimaryMicros === 0) throw error
        failure = error
      }
    }
    // A failure makes a replica unhealthy, so this ends.
    for (let replica = this.#nextHealthy(); replica && this.#mayRead(); replica = this.#nextHealthy()) {
      try {
        return await read(replica.reader)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        failure = error
      }
    }
    throw failure
  }

  async #notePrimary() {
    try {
      if (this.#prepare) await this.#prepare()
      this.#prepare = undefined
      const { identity, position, isStandby, timeline } = await replicationStatusOf(this.#engine.reader)
      if (isStandby) throw new Error('it is a standby, which rejects writes')
      if (timeline < this.#timeline) throw new Error(replaced)
      this.#lastSeen = performance.now()
      this.#failures = 0
      this.#engine.health.state = 'available'
      this.#identity = identity
      this.#written.push({ at: this.#lastSeen, position })
      while (this.#written[1] && this.#written[1].at < this.#lastSeen - 10 * maxLagMs) this.#written.shift()
      this.#report(primaryName, undefined)
    } catch (error) {
      if (++this.#failures < failuresUntilAway) return
      this.#engine.health.state = this.#prepare ? 'unchecked' : 'away'
      this.#report(primaryName, isUnavailable(error) ? notResponding : (error as Error).message)
    }
  }

  async #examine(replica: Replica) {
    const why = await replica.replicationStatus().then(
      (status) => {
        // Until the primary responds, the first standby decides.
        if (this.isPrimaryAway) this.#identity ??= status.identity
        if (status.identity === this.#identity && status.timeline > this.#timeline) this.#timeline = status.timeline
        return faultOf(status, this.#identity, this.isPrimaryAway) ?? this.#lagOf(status)
      },
      () => notResponding,
    )
    replica.isHealthy = why === undefined
    this.#report(replica.name, why)
  }

  #report(name: string, why: string | undefined) {
    if (this.#reported.get(name) === why && this.#reported.has(name)) return
    this.#reported.set(name, why)
    this.#onChange(name, why)
  }

  /** A standby cannot fall behind a primary that writes nothing. */
  #lagOf({ position: replayed }: ReplicationStatus): string | undefined {
    const now = this.isPrimaryAway ? this.#lastSeen : performance.now()
    const missing = this.#written.find(({ position }) => position > replayed)
    return missing && now - missing.at >= maxLagMs ? 'it lags' : undefined
  }
}

/** Examines the database at `url` as a replica of the primary. Ignores lag. */
export async function examineOnce(primary: Database, url: string, timeouts: Timeouts): Promise<ReplicaFinding> {
  const reader = new Reader(url, timeouts, () => {})
  try {
    const [own, status] = [
      await replicationStatusOf((primary.engine as PostgresEngine).reader),
      await replicationStatusOf(reader),
    ]
    if (status.identity === own.identity && status.startedAt === own.startedAt) return { note: isPrimaryNote }
    return { fault: faultOf(status, own.identity, false) }
  } catch (error) {
    const { cause, message } = error as Error
    return { fault: cause instanceof Error ? cause.message : message }
  } finally {
    await reader.close()
  }
}

function faultOf(
  { identity, isStandby }: ReplicationStatus,
  primary: string | undefined,
  isPrimaryAway: boolean,
): string | undefined {
  if (primary === undefined) return 'its primary has not responded yet'
  if (identity !== primary) return 'it belongs to another server or another database than DATABASE_URL'
  // It may have been promoted in place of the primary.
  return isStandby || isPrimaryAway ? undefined : 'it is not a standby'
}
