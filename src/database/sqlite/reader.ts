import type { QueryResult } from 'kysely'
import type { DatabaseWait } from '../database.ts'
import type { SqliteConnection } from './connection.ts'

/** The reading connection. All reads of one turn of the event loop share a transaction, since taking and dropping its
 *  locks costs as much as a look-up: 2.5 µs rather than 5. No transaction lasts longer than the turn. */
export class Reader {
  readonly #connection: SqliteConnection
  readonly #onWait: DatabaseWait
  #open = false

  constructor(connection: SqliteConnection, onWait: DatabaseWait) {
    this.#connection = connection
    this.#onWait = onWait
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const started = performance.now()
    if (!this.#open) {
      this.#connection.run('begin', [])
      this.#open = true
      setImmediate(() => this.refresh())
    }
    const result = this.#connection.run<Row>(sql, parameters)
    this.#onWait('read', (performance.now() - started) / 1000)
    return result
  }

  /** What has been committed since this turn began is seen from here on. */
  refresh() {
    if (this.#open && this.#connection.handle.isOpen) this.#connection.run('commit', [])
    this.#open = false
  }

  close() {
    this.refresh()
    this.#connection.close()
  }
}
