import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../../errors.ts'
import type { Database, DatabaseWait, ReplicaChange } from '../database.ts'
import type { ReadRouter } from '../read-router.ts'
import type { PostgresEngine } from './engine.ts'
import { Reader } from './reader.ts'
import { Replica, type ReplicationStatus, replicationStatusOf } from './replica.ts'
import type { Timeouts } from './timeouts.ts'

const examineEveryMs = 500
const maxLagMs = 1_000

/** Distributes reads round-robin over the healthy replicas, which are reachable and lag by less than a second. */
export class Replicas implements ReadRouter {
  readonly #primary: Database
  readonly #replicas: Replica[]
  /** Recent WAL positions of the primary, and the time of each. */
  readonly #written: { at: number; position: number }[] = []
  readonly #closing = new AbortController()
  readonly #onChange: ReplicaChange
  readonly #reported = new Map<Replica, string | undefined>()
  #identity: string | undefined
  #next = 0

  constructor(primary: Database, urls: string[], timeouts: Timeouts, onWait: DatabaseWait, onChange: ReplicaChange) {
    this.#primary = primary
    this.#onChange = onChange
    this.#replicas = urls.map((url) => new Replica(url, primary.engine as PostgresEngine, timeouts, onWait))
    void this.#repeat(() => this.#notePrimary())
    for (const replica of this.#replicas) void this.#repeat(() => this.#examine(replica))
  }

  databaseFor(entityId: string, minSequence: number): Database | Promise<Database> {
    const healthy = this.#replicas.filter(({ isHealthy }) => isHealthy)
    const replica = healthy[this.#next++ % healthy.length]
    if (!replica) return this.#primary
    if (minSequence === 0) return replica.database
    return replica.has(entityId, minSequence).then((has) => (has ? replica.database : this.#primary))
  }

  async read<T>(entityId: string, minSequence: number, read: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.databaseFor(entityId, minSequence)
    try {
      return await read(database)
    } catch (error) {
      if (!(error instanceof Problem) || database === this.#primary) throw error
      return read(this.#primary)
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

  /** If this fails, the replicas stay healthy: an unavailable primary writes nothing that they could lack. */
  async #notePrimary() {
    const { identity, position } = await replicationStatusOf((this.#primary.engine as PostgresEngine).reader)
    const now = performance.now()
    this.#identity = identity
    this.#written.push({ at: now, position })
    while (this.#written[1] && this.#written[1].at < now - 10 * maxLagMs) this.#written.shift()
  }

  async #examine(replica: Replica) {
    const why = await replica.replicationStatus().then(
      (status) => faultOf(status, this.#identity) ?? this.#lagOf(status),
      () => 'it does not respond',
    )
    replica.isHealthy = why === undefined
    if (this.#reported.get(replica) === why && this.#reported.has(replica)) return
    this.#reported.set(replica, why)
    this.#onChange(replica.name, why)
  }

  #lagOf({ position: replayed }: ReplicationStatus): string | undefined {
    const missing = this.#written.find(({ position }) => position > replayed)
    return missing && performance.now() - missing.at >= maxLagMs ? 'it lags' : undefined
  }
}

/** Returns why the database at `url` is not a usable replica of the primary; undefined when it is. Ignores lag. */
export async function examineOnce(primary: Database, url: string, timeouts: Timeouts): Promise<string | undefined> {
  const reader = new Reader(url, timeouts, () => {})
  try {
    const { identity } = await replicationStatusOf((primary.engine as PostgresEngine).reader)
    return faultOf(await replicationStatusOf(reader), identity)
  } catch (error) {
    const { cause, message } = error as Error
    return cause instanceof Error ? cause.message : message
  } finally {
    await reader.close()
  }
}

function faultOf({ identity, isStandby }: ReplicationStatus, primary: string | undefined): string | undefined {
  if (primary === undefined) return 'its primary has not responded yet'
  if (identity !== primary) return 'it belongs to another server or another database than DATABASE_URL'
  return isStandby ? undefined : 'it is not a standby'
}
