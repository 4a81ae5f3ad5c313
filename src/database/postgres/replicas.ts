import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../../errors.ts'
import type { Database, DatabaseWait } from '../database.ts'
import type { Reading } from '../reading.ts'
import type { PostgresEngine } from './engine.ts'
import type { Patience } from './patience.ts'
import { Replica } from './replica.ts'

// Milliseconds.
const lookEvery = 500
const mostLag = 1_000

/** Reads from replicas in turn, from those alone that are well: reachable, and no more than a second behind. */
export class Replicas implements Reading {
  readonly #primary: Database
  readonly #replicas: Replica[]
  /** How far the primary's log had come at which moment, since the slowest replica's place. */
  readonly #written: { at: number; position: number }[] = []
  readonly #closing = new AbortController()
  #next = 0

  constructor(primary: Database, urls: string[], patience: Patience, onWait: DatabaseWait) {
    this.#primary = primary
    this.#replicas = urls.map((url) => new Replica(url, primary.engine as PostgresEngine, patience, onWait))
    void this.#often(() => this.#notePrimary())
    for (const replica of this.#replicas) void this.#often(() => this.#examine(replica))
  }

  from(entityId: string, atLeast: number): Database | Promise<Database> {
    const well = this.#replicas.filter(({ isWell }) => isWell)
    const replica = well[this.#next++ % well.length]
    if (!replica) return this.#primary
    if (atLeast === 0) return replica.database
    return replica.has(entityId, atLeast).then((has) => (has ? replica.database : this.#primary))
  }

  async read<T>(entityId: string, atLeast: number, read: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.from(entityId, atLeast)
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

  async #often(look: () => Promise<void>) {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await look().catch(() => {})
      await delay(lookEvery, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** While the primary is away, nothing is written that a replica could lack. */
  async #notePrimary() {
    const [row] = await (this.#primary.engine as PostgresEngine).reader.run<{ position: number }>(currentPosition)
    const now = performance.now()
    this.#written.push({ at: now, position: row!.position })
    while (this.#written[1] && this.#written[1].at < now - 10 * mostLag) this.#written.shift()
  }

  async #examine(replica: Replica) {
    const replayed = await replica.replayed().catch(() => undefined)
    const missing = this.#written.find(({ position }) => replayed === undefined || position > replayed)
    replica.isWell = replayed !== undefined && (!missing || performance.now() - missing.at < mostLag)
  }
}

const currentPosition = {
  sql: `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`,
  parameters: [],
}
