import type { ProcessNotifier } from '../notifier.ts'
import type { SqliteConnection } from './connection.ts'

// A poll takes 5 µs, so processes do not notify one another.
const pollEveryMs = 100

/** Detects the commits of other processes. On the only writing connection of this process, `data_version` does not
 *  change with its own commits. https://sqlite.org/pragma.html#pragma_data_version */
export class SqliteNotifier implements ProcessNotifier {
  readonly detectsEveryCommit = true
  readonly #writer: SqliteConnection
  readonly #listeners: ((entityId: undefined) => void)[] = []
  #poll: NodeJS.Timeout | undefined

  constructor(writer: SqliteConnection) {
    this.#writer = writer
  }

  notify() {}

  listen(listener: (entityId: undefined) => void) {
    if (this.#listeners.push(listener) > 1) return
    let before = this.#dataVersion()
    this.#poll = setInterval(() => {
      const version = this.#dataVersion()
      // The reads of the current event loop tick share a snapshot, which may be older than the commit.
      if (version !== before) setImmediate(() => this.#tellListeners())
      before = version
    }, pollEveryMs).unref()
  }

  #tellListeners() {
    for (const listener of this.#listeners) listener(undefined)
  }

  close() {
    clearInterval(this.#poll)
  }

  /** Returns undefined when the database is unavailable. */
  #dataVersion(): number | undefined {
    try {
      return this.#writer.run<{ data_version: number }>('pragma data_version', []).rows[0]!.data_version
    } catch {
      return undefined
    }
  }
}
