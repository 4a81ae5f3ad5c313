import type { QueryResult } from 'kysely'
import type { DatabaseWait } from '../database.ts'
import type { SqliteConnection } from './connection.ts'

/** The reading connection. All reads of one turn of the event loop share a transaction, since taking and dropping its
 *  locks costs as much as a look-up: 2.5 µs rather than 5. No transaction lasts longer than the turn. */
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

  /** Ends the shared transaction: later reads see everything that has been committed. After a read of a damaged page a
   *  COMMIT fails, even of a transaction that wrote nothing; a ROLLBACK does not. */
  refresh() {
    if (this.#connection.isInTransaction) this.#connection.run('rollback', [])
  }

  close() {
    this.refresh()
    this.#connection.close()
  }
}
