import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { Problem } from '../../errors/errors.ts'

const maxCachedStatements = 500
const maxCachedLength = 4_000

// https://sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. No request causes them.
const unavailableCodes = new Set([5, 6, 8, 10, 11, 13, 14, 26])
// IOERR and CORRUPT.
const damageCodes = new Set([10, 11])

interface PreparedStatement {
  statement: StatementSync
  returnsRows: boolean
}

/** One SQLite handle with its prepared statements. Statements run synchronously. */
export class SqliteConnection {
  readonly handle: DatabaseSync
  /** Whether a statement has met a damaged or unreadable page. */
  hasMetDamage = false
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(path: string, readOnly: boolean, busyTimeout: number) {
    this.handle = new DatabaseSync(path, { readOnly, timeout: busyTimeout })
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    try {
      const { statement, returnsRows } = this.#statements.get(sql) ?? this.#prepare(sql)
      if (returnsRows) return { rows: statement.all(...(parameters as SQLInputValue[])) as Row[] }
      const { changes } = statement.run(...(parameters as SQLInputValue[]))
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      throw this.#translated(error)
    }
  }

  exec(sql: string) {
    try {
      this.handle.exec(sql)
    } catch (error) {
      throw this.#translated(error)
    }
  }

  /** Asks SQLite, which rolls back a transaction by itself after some errors. */
  get isInTransaction() {
    return this.handle.isOpen && this.handle.isTransaction
  }

  /** The number of rows that this connection has changed since it was opened. */
  get changedRows(): number {
    return this.run<{ rows: number }>('select total_changes() as rows', []).rows[0]!.rows
  }

  pragma(name: string): unknown {
    return Object.values(this.handle.prepare(`pragma ${name}`).get() ?? {})[0]
  }

  close() {
    this.#statements.clear()
    if (this.handle.isOpen) this.handle.close()
  }

  #translated(error: unknown) {
    const { code, errcode = 0 } = error as { code?: string; errcode?: number }
    const primaryCode = errcode & 0xff
    const isOfFile = code === 'ERR_SQLITE_ERROR' && unavailableCodes.has(primaryCode)
    if (!isOfFile && code !== 'ERR_INVALID_STATE') return error
    this.hasMetDamage ||= isOfFile && damageCodes.has(primaryCode)
    return new Problem('database-unavailable', {}, {}, error)
  }

  #prepare(sql: string): PreparedStatement {
    const statement = this.handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // An import's bulk inserts are long and all different.
    if (sql.length > maxCachedLength) return prepared
    if (this.#statements.size >= maxCachedStatements) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Whether the error, or the problem that wraps it, is SQLITE_BUSY. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0 } = (error instanceof Problem ? (error.cause ?? {}) : error) as { errcode?: number }
  return (errcode & 0xff) === 5
}
