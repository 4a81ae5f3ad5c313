import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DatabaseWait } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import { GroupCommit } from './group-commit.ts'

/** Kysely over `node:sqlite`: selects go to the reader, transactions and lone writes to the writer. */
export function sqliteDialect(reader: SqliteConnection, writer: SqliteConnection, onWait: DatabaseWait): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(reader, new GroupCommit(writer, onWait), writer, onWait),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #reader: SqliteConnection
  readonly #writes: GroupCommit
  readonly #writer: SqliteConnection
  readonly #onWait: DatabaseWait

  constructor(reader: SqliteConnection, writes: GroupCommit, writer: SqliteConnection, onWait: DatabaseWait) {
    this.#reader = reader
    this.#writes = writes
    this.#writer = writer
    this.#onWait = onWait
  }

  async init() {}

  async acquireConnection() {
    return new Lane(this.#reader, this.#writes, this.#writer, this.#onWait)
  }

  async beginTransaction(lane: Lane) {
    await this.#writes.begin()
    lane.inTransaction = true
  }

  async commitTransaction(lane: Lane) {
    lane.inTransaction = false
    await this.#writes.commit()
  }

  async rollbackTransaction(lane: Lane) {
    // Kysely also rolls back after a commit that failed: there is nothing left to undo then.
    if (lane.inTransaction) this.#writes.rollback()
    lane.inTransaction = false
  }

  async releaseConnection() {}

  async destroy() {
    this.#reader.close()
    // Last, since only a connection that may write folds the WAL back into the database.
    this.#writes.close()
  }
}

/** What Kysely holds while it runs a query or a transaction; the two handles behind it are shared. */
class Lane implements DatabaseConnection {
  inTransaction = false
  readonly #reader: SqliteConnection
  readonly #writes: GroupCommit
  readonly #writer: SqliteConnection
  readonly #onWait: DatabaseWait

  constructor(reader: SqliteConnection, writes: GroupCommit, writer: SqliteConnection, onWait: DatabaseWait) {
    this.#reader = reader
    this.#writes = writes
    this.#writer = writer
    this.#onWait = onWait
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.inTransaction) return this.#writer.run(sql, parameters)
    if (SelectQueryNode.is(query) || query.kind === 'RawNode') {
      const started = performance.now()
      const result = this.#reader.run<Row>(sql, parameters)
      this.#onWait('read', (performance.now() - started) / 1000)
      return result
    }
    await this.#writes.begin()
    let result: QueryResult<Row>
    try {
      result = this.#writer.run(sql, parameters)
    } catch (error) {
      this.#writes.rollback()
      throw error
    }
    await this.#writes.commit()
    return result
  }

  streamQuery(): never {
    throw new Error('Read large results in keyed chunks: an open iterator pins the WAL')
  }
}
