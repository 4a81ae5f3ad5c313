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

/** Kysely over `node:sqlite`. Selects go to the reader; transactions and single writes go to the writer. */
export function sqliteDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(connections),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new Compiler(),
  }
}

/** Leaves out row locks: only one transaction writes at a time. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier() {}
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

export interface Connections {
  reader: Reader
  writer: SqliteConnection
  writes: GroupCommit
}

class SqliteDriver implements Driver {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init() {}

  async acquireConnection() {
    return new RoutedConnection(this.#connections)
  }

  async beginTransaction(connection: RoutedConnection) {
    await this.#connections.writes.begin()
    connection.inTransaction = true
  }

  async commitTransaction(connection: RoutedConnection) {
    connection.inTransaction = false
    await this.#connections.writes.commit()
  }

  async rollbackTransaction(connection: RoutedConnection) {
    // Kysely also rolls back after a failed commit, which has already undone the transaction.
    if (connection.inTransaction) this.#connections.writes.rollback()
    connection.inTransaction = false
  }

  async releaseConnection() {}

  async destroy() {}
}

/** Kysely's connection for one query or transaction. */
class RoutedConnection implements DatabaseConnection {
  inTransaction = false
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, writes } = this.#connections
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
    throw new Error('Read large results by keyset pagination: an open iterator pins the WAL.')
  }
}
