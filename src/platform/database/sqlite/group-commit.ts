import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable, Problem } from '../../errors/errors.ts'
import type { DatabaseWait } from '../database.ts'
import { isBusy, type SqliteConnection } from './connection.ts'

const maxTransactions = 512
// One commit of 20 tasks with 11,000 rows each blocked the event loop for 280 ms.
const maxChangedRows = 5_000
const lockTimeoutMs = 5_000

/** Group commit on the only writing connection. Transactions run one after another, each in a savepoint of one shared
 *  transaction. When no more transactions arrive, one COMMIT (one fsync) acknowledges the group. */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #verifyFiles: () => void
  readonly #onWait: DatabaseWait
  readonly #onEnd: () => void
  readonly #waiting: (() => void)[] = []
  #finished: PromiseWithResolvers<void>[] = []
  #taken = false
  /** The connection's count of changed rows when the group began. */
  #changedBefore = 0
  #flush: NodeJS.Immediate | undefined

  /** @param verifyFiles throws if the database's files were deleted or replaced
   *  @param onEnd runs before the callers' promises settle */
  constructor(connection: SqliteConnection, verifyFiles: () => void, onWait: DatabaseWait, onEnd: () => void) {
    this.#connection = connection
    this.#verifyFiles = verifyFiles
    this.#onWait = onWait
    this.#onEnd = onEnd
  }

  /** Waits until the transactions before this one have ended.
   *  @throws Problem database-unavailable when another process keeps the database locked for 5 s, or its files are gone */
  async begin() {
    const queuedAt = performance.now()
    if (this.#taken) await new Promise<void>((start) => this.#waiting.push(start))
    this.#taken = true
    try {
      if (!this.#connection.isInTransaction) {
        this.#verifyFiles()
        await this.#lock(queuedAt + lockTimeoutMs)
        this.#changedBefore = this.#connection.changedRows
      }
      this.#connection.run('savepoint turn', [])
    } catch (error) {
      this.#startNextOrFlush()
      throw error
    }
    this.#onWait('write', (performance.now() - queuedAt) / 1000)
  }

  /** Runs work that needs the database for itself. Transactions wait until it ends. */
  async interrupt<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((start) => this.#waiting.push(start))
    this.#taken = true
    this.#commitOpen()
    try {
      return await work()
    } finally {
      this.#startNextOrFlush()
    }
  }

  /** Resolves when the transaction is on disk. */
  commit(): Promise<void> {
    const finished = Promise.withResolvers<void>()
    this.#finished.push(finished)
    try {
      this.#connection.run('release turn', [])
    } catch (error) {
      this.#abandon(lost(error))
    }
    this.#startNextOrFlush()
    return finished.promise
  }

  rollback() {
    try {
      this.#connection.exec('rollback to turn; release turn')
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back the whole shared transaction.
      this.#abandon(lost(error))
    }
    this.#onEnd()
    this.#startNextOrFlush()
  }

  /** Commits the finished transactions. The caller closes the connection. */
  close() {
    clearImmediate(this.#flush)
    if (!this.#taken) this.#commitGroup()
  }

  #startNextOrFlush() {
    // SQLite refuses to commit a transaction that met a damaged page. From then on, each transaction gets its own commit.
    if (this.#connection.hasMetDamage) {
      this.#taken = false
      return this.#commitGroup()
    }
    if (!this.#isFull() && this.#wakeNext()) return
    this.#taken = false
    this.#flush ??= setImmediate(() => this.#flushAfter(0))
  }

  #isFull() {
    if (this.#waiting.length === 0) return false
    const changed = this.#connection.changedRows - this.#changedBefore
    return this.#finished.length >= maxTransactions || changed >= maxChangedRows
  }

  /** Commits after an event loop tick without a new transaction: a larger group writes fewer pages per transaction. */
  #flushAfter(finishedBefore: number) {
    const finished = this.#finished.length
    const isGrowing = finished > finishedBefore && finished < maxTransactions
    this.#flush = isGrowing ? setImmediate(() => this.#flushAfter(finished)) : undefined
    if (!isGrowing && !this.#taken) this.#commitGroup()
  }

  /** Keeps the connection reserved while the next transaction wakes, so that a new transaction cannot overtake it. */
  #wakeNext(): boolean {
    const next = this.#waiting.shift()
    if (!next) return false
    this.#taken = true
    next()
    return true
  }

  #commitGroup() {
    this.#commitOpen()
    this.#wakeNext()
  }

  #commitOpen() {
    if (this.#connection.isInTransaction) {
      const started = performance.now()
      try {
        this.#verifyFiles()
        this.#connection.run('commit', [])
      } catch (error) {
        this.#abandon(error)
      }
      this.#onEnd()
      for (const { resolve } of this.#finished) resolve()
      this.#finished = []
      this.#onWait('commit', (performance.now() - started) / 1000)
    }
  }

  /** Rolls back the shared transaction, including its finished transactions. */
  #abandon(error: unknown) {
    if (this.#connection.isInTransaction) this.#connection.exec('rollback')
    for (const { reject } of this.#finished) reject(error)
    this.#finished = []
  }

  /** Retries `BEGIN IMMEDIATE` while another process holds the lock, without blocking the event loop. */
  async #lock(deadline: number) {
    for (;;) {
      try {
        return void this.#connection.run('begin immediate', [])
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await delay(1 + Math.random() * 4)
      }
    }
  }
}

const lost = (error: unknown) => (isUnavailable(error) ? error : new Problem('database-unavailable', {}, {}, error))
