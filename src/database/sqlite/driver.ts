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
import type { SqliteConnection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Reader } from './reader.ts'

/** Kysely over `node:sqlite`: selects go to the reader, transactions and lone writes to the writer. */
export function sqliteDialect(lanes: Lanes): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(lanes),
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

/** What all queries share. */
export interface Lanes {
  reader: Reader
  writer: SqliteConnection
  writes: GroupCommit
}

class SqliteDriver implements Driver {
  readonly #lanes: Lanes

  constructor(lanes: Lanes) {
    this.#lanes = lanes
  }

  async init() {}

  async acquireConnection() {
    return new Lane(this.#lanes)
  }

  async beginTransaction(lane: Lane) {
    await this.#lanes.writes.begin()
    lane.inTransaction = true
  }

  async commitTransaction(lane: Lane) {
    lane.inTransaction = false
    await this.#lanes.writes.commit()
  }

  async rollbackTransaction(lane: Lane) {
    // Kysely also rolls back after a commit that failed: there is nothing left to undo then.
    if (lane.inTransaction) this.#lanes.writes.rollback()
    lane.inTransaction = false
  }

  async releaseConnection() {}

  async destroy() {}
}

/** What Kysely holds while it runs a query or a transaction. */
class Lane implements DatabaseConnection {
  inTransaction = false
  readonly #lanes: Lanes

  constructor(lanes: Lanes) {
    this.#lanes = lanes
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, writes } = this.#lanes
    if (this.inTransaction) return writer.run(sql, parameters)
    if (SelectQueryNode.is(query) || query.kind === 'RawNode') return reader.run(sql, parameters)
    await writes.begin()
    let result: QueryResult<Row>
    try {
      result = writer.run(sql, parameters)
    } catch (error) {
      writes.rollback()
      throw error
    }
    await writes.commit()
    return result
  }

  streamQuery(): never {
    throw new Error('Read large results in keyed chunks: an open iterator pins the WAL')
  }
}
