import type { QueryResult } from 'kysely'
import type { DatabaseWait } from '../database.ts'
import type { SqliteConnection } from './connection.ts'

/** The read-only connection. All reads of one event loop tick share a transaction, which ends with the tick. Its locks
 *  cost as much as a lookup: sharing them reduces a lookup from 5 to 2.5 µs. */
export class Reader {
  readonly #connection: SqliteConnection
  readonly #onWait: DatabaseWait

  constructor(connection: SqliteConnection, onWait: DatabaseWait) {
    this.#connection = connection
    this.#onWait = onWait
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const started = performance.now()
    if (!this.#connection.isInTransaction) {
      this.#connection.run('begin', [])
      setImmediate(() => this.refresh())
    }
    const result = this.#connection.run<Row>(sql, parameters)
    this.#onWait('read', (performance.now() - started) / 1000)
    return result
  }

  /** Ends the shared transaction, so that later reads see all commits. After a read of a damaged page, COMMIT fails even in
   *  a read-only transaction; ROLLBACK does not. */
  refresh() {
    if (this.#connection.isInTransaction) this.#connection.run('rollback', [])
  }

  close() {
    this.refresh()
    this.#connection.close()
  }
}
