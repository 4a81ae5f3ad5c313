import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { Problem } from '../../errors.ts'
import { isDamage } from '../damage.ts'

const cachedStatements = 500
const longestCached = 4_000

// https://sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. No request causes them.
const unavailableCodes = new Set([5, 6, 8, 10, 11, 13, 14, 26])

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

/** One SQLite handle with its prepared statements. Statements run synchronously. */
export class SqliteConnection {
  readonly handle: DatabaseSync
  /** Whether a statement has met a damaged or unreadable page. */
  hasMetDamage = false
  readonly #statements = new Map<string, Prepared>()

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
    if (!hasUnavailableCode(error)) return error
    const problem = new Problem('database-unavailable', {}, {}, error)
    this.hasMetDamage ||= isDamage(problem)
    return problem
  }

  #prepare(sql: string): Prepared {
    const statement = this.handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // An import's bulk inserts are long and all different.
    if (sql.length > longestCached) return prepared
    if (this.#statements.size >= cachedStatements) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function hasUnavailableCode(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'ERR_INVALID_STATE' || (code === 'ERR_SQLITE_ERROR' && unavailableCodes.has((errcode ?? 0) & 0xff))
}

/** Whether the error, or the problem that wraps it, is SQLITE_BUSY. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0 } = (error instanceof Problem ? (error.cause ?? {}) : error) as { errcode?: number }
  return (errcode & 0xff) === 5
}
