import {
  type CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type Driver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import type pg from 'pg'
import type { DatabaseWait } from '../database.ts'
import type { PreparedQuery } from '../prepared.ts'
import { Adapter } from './adapter.ts'
import { asProblem, isAborted, isBroken, run, type Statement } from './client.ts'
import type { StatementReader } from './reader.ts'
import { changeSchema, isSchemaChange } from './schema-change.ts'

export interface Connections {
  reader: StatementReader
  writers: pg.Pool
  onWait: DatabaseWait
}

/** Kysely over `pg`. Selects go to the reader; transactions and other statements go to a pooled connection. */
export function postgresDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new PostgresDriver(connections),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new Compiler(),
  }
}

/** Text columns compare bytewise like SQLite's, independently of the database's locale. Keys depend on it. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode) {
    super.visitDataType(node)
    if (node.dataType === 'text') this.append(' collate "C"')
  }
}

class PostgresDriver implements Driver {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init() {}

  async acquireConnection() {
    return new RoutedConnection(this.#connections)
  }

  beginTransaction(connection: RoutedConnection) {
    return connection.begin()
  }

  commitTransaction(connection: RoutedConnection) {
    return connection.commit()
  }

  rollbackTransaction(connection: RoutedConnection) {
    return connection.rollback()
  }

  async releaseConnection(connection: RoutedConnection) {
    connection.release()
  }

  async destroy() {}
}

/** Kysely's connection for one query or transaction. Takes a connection from the pool for its first write. */
class RoutedConnection implements DatabaseConnection {
  readonly #connections: Connections
  #client: pg.PoolClient | undefined
  /** The response to BEGIN; undefined outside a transaction. */
  #begun: Promise<unknown> | undefined
  #isBroken = false
  /** Why the transaction is aborted, if it is. */
  #failure: unknown

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async executeQuery<Row>(query: CompiledQuery & Partial<PreparedQuery>): Promise<QueryResult<Row>> {
    const isSelect = SelectQueryNode.is(query.query)
    if (!this.#begun && isSelect) {
      return { rows: (await this.#connections.reader.run(query)) as Row[] }
    }
    if (!this.#begun && isSchemaChange(query.query)) {
      await changeSchema((statement) => this.#run(statement), query.query, query)
      return { rows: [] }
    }
    if (!this.#begun) return this.#execute(query)
    // If BEGIN failed, PostgreSQL would commit the statements behind it one by one. A select does no harm.
    if (!isSelect) await this.#begun
    const [result] = await Promise.all([this.#execute<Row>(query), this.#begun])
    return result
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.#run(query)
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async begin() {
    const asked = performance.now()
    await this.#writer()
    this.#connections.onWait('write', (performance.now() - asked) / 1_000)
    this.#begun = this.#run({ sql: 'begin', parameters: [] })
    // The first statement fails with this error.
    this.#begun.catch(() => {})
  }

  /** @throws Problem database-unavailable when the outcome is unknown: the transaction may have been committed */
  async commit() {
    const started = performance.now()
    await this.#begun
    const { command } = await this.#run({ sql: 'commit', parameters: [] })
    this.#begun = undefined
    this.#connections.onWait('commit', (performance.now() - started) / 1_000)
    if (command === 'ROLLBACK') throw this.#failure
  }

  async rollback() {
    if (this.#isBroken) return
    await this.#run({ sql: 'rollback', parameters: [] }).catch(() => {
      // The transaction is still open. The next one on this connection would commit it.
      this.#isBroken = true
    })
    this.#begun = undefined
  }

  release() {
    this.#client?.release(this.#isBroken)
    this.#client = undefined
  }

  streamQuery(): never {
    throw new Error('Read large results by keyset pagination: an open cursor keeps a transaction open.')
  }

  async #run(statement: Statement) {
    const client = await this.#writer()
    try {
      return await run(client, statement)
    } catch (error) {
      // A statement behind a failed one says only that the transaction is aborted. Its caller may be the first to notice.
      if (isAborted(error)) throw this.#failure ?? error
      this.#failure = error
      this.#isBroken ||= isBroken(error)
      throw error
    }
  }

  async #writer(): Promise<pg.PoolClient> {
    try {
      this.#client ??= await this.#connections.writers.connect()
      return this.#client
    } catch (error) {
      throw asProblem(error)
    }
  }
}
