import {
  type CompiledQuery,
  type DatabaseConnection,
  type Expression,
  Kysely,
  type RawBuilder,
  type SqlBool,
  type Transaction,
} from 'kysely'
import type { Instant } from '../time/instant.ts'
import { type LastSequence, Notifier, type ProcessNotifier } from './notifier.ts'
import type { Schema } from './schema.ts'

/** The differences between SQLite and PostgreSQL beyond their SQL dialects. */
export interface Engine {
  dialect: ConstructorParameters<typeof Kysely>[0]['dialect']
  /** Runs a compiled read. SQLite returns the rows without a promise, which would cost as much as the read. */
  read(query: ReadQuery): unknown[] | Promise<unknown[]>
  /** Builds the statement that `readJoined` runs. It joins the `record` of each row, in order. */
  joining(rows: Expression<{ record: string | null }>, separator: string): RawBuilder<unknown>
  /** Runs a statement that `joining` built. On SQLite, joining in SQL is faster; on PostgreSQL, in this process. */
  readJoined(query: ReadQuery, separator: string): RecordList | Promise<RecordList>
  /** Runs `work` under the concurrency limit of the entity, where the engine runs transactions concurrently.
   *  All work without an entity shares one limit.
   *  @throws Problem database-unavailable when the limiter rejects the queue; the errors of `work` */
  limitPerEntity<T>(entityId: string | undefined, work: () => Promise<T>): Promise<T>
  /** A statement that makes other transactions with the same key wait until this one ends. */
  lockKey(key: string): RawBuilder<unknown>
  /** Maximum number of concurrent list reads, in total and per entity. 1 if a read blocks the event loop. */
  maxReads: number
  maxReadsPerEntity: number
  /** Ends a select of rows to process. Where processes write concurrently, skips rows that are locked. */
  skipLocked: RawBuilder<unknown>
  /** Makes the engine remove old versions of a table's rows sooner than by default, where it keeps them. */
  vacuumSooner(table: string): RawBuilder<unknown> | undefined
  /** Ends a `create table`: stores the rows in key order, where the engine supports that. */
  clusteredByKey: RawBuilder<unknown>
  /** Whether the engine runs in this process, as SQLite does: its tables are stored in key order. */
  isEmbedded: boolean
  /** A select that returns a `ColumnRow` for each column. */
  columns: string
  /** A column in a condition for which no index shall be chosen. Without statistics, SQLite expects that an entity has ten rows: the
   *  key of the table would win over a better index that does not begin with the entity, and each row of the entity would be read. */
  notByIndex(column: string): RawBuilder<unknown>
  /** A condition with one parameter, for any number of values. */
  isAmong(column: string, values: string[]): RawBuilder<SqlBool>
  /** Whether the member `name` of a column's JSON object is one of these texts. The values of the object are texts. */
  hasMember(column: string, name: string, values: string[]): RawBuilder<SqlBool>
  processNotifier: ProcessNotifier
  /** The cluster that stores the tables; undefined without Citus. */
  cluster?: Cluster
  /** @throws Error when this server cannot create and change tables for the whole cluster */
  verifyCanMigrate(): Promise<void>
  /** Distributes the tables over the nodes of a cluster. Runs after the migrations. */
  distribute(database: Database): Promise<void>
  /** Closes the connections. Later calls fail with database-unavailable. */
  close(): void | Promise<void>
  /** Writes a consistent copy of the whole database to a file, alongside concurrent reads and writes.
   *  @throws Error when the engine has its own backup tools; the message names them */
  backup(path: string, progress: (done: number, total: number) => void): Promise<void>
  /** Removes values of deleted and changed rows from the engine's files, where the engine can. Writes wait for it.
   *  @throws Error when another process uses the files */
  scrub(): Promise<void>
  /** Whether `scrub` takes more than some seconds. */
  isScrubSlow(): boolean
  /** @throws Problem database-unavailable when the engine's files were deleted or replaced since they were opened */
  verifyFiles(): void
  /** Checks the server before its first use.
   *  @throws Error when it may lose acknowledged writes; Problem database-unavailable */
  verify(): Promise<void>
  /** Returns the time of the database server's clock. Undefined: the engine runs in this process. */
  serverTime(): Promise<Instant | undefined>
  /** Returns the faults of the engine's files or settings. */
  faults(): Promise<string[]>
}

export interface Cluster {
  /** Runs a select over all entities. If a node does not respond, runs it once on each node, and returns the rows of the others. */
  select(query: CompiledQuery): Promise<unknown[]>
  /** Whether a select has lately lacked the rows of a node. */
  readonly missesRows: boolean
}

/** A compiled read and its values. An engine may cache the plan under `name`. */
export interface ReadQuery {
  sql: string
  parameters: readonly unknown[]
  name?: string
  /** Reads one row by its key, and must not queue behind a list. */
  isLookUp?: boolean
}

/** The joined records of a list. */
export interface RecordList {
  /** UTF-8: `[`, the records in order with separators between them, `]`. */
  records: Uint8Array<ArrayBuffer>
  /** The number of rows, and the number of rows that have a record. */
  rows: number
  matched: number
}

export type DatabaseWait = (kind: 'read' | 'write' | 'commit', seconds: number) => void

/** Reads outside a transaction see committed data and do not wait for writers. A write is durable when its promise
 *  resolves. */
export class Database extends Kysely<Schema> {
  readonly engine: Engine
  /** Wakes requests for the actions that any process has committed. */
  readonly notifier: Notifier
  /** Wakes requests for the events that any process has committed. */
  readonly eventNotifier: Notifier

  constructor(engine: Engine) {
    super({ dialect: engine.dialect })
    this.engine = engine
    const notifierOf = (counter: 'last_sequence' | 'last_event') =>
      new Notifier(engine.processNotifier, async (entityIds) => {
        const query = this.selectFrom('entities')
          .where(engine.isAmong('entity_id', entityIds))
          .select(['entity_id', `${counter} as last_sequence`])
          .compile()
        return (engine.cluster ? engine.cluster.select(query) : engine.read(query)) as Promise<LastSequence[]>
      })
    this.notifier = notifierOf('last_sequence')
    this.eventNotifier = notifierOf('last_event')
  }

  /** Kysely does not destroy a driver that has run no query, so this closes the engine itself. */
  override async destroy() {
    await super.destroy()
    await this.engine.close()
  }

  /** Runs `work` in one transaction. After the commit, notifies the entities that `work` announced. */
  async write<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
    const announced = new Set<string>()
    const done = await this.transaction().execute(async (trx) => {
      const connection = await trx.getExecutor().provideConnection(async (provided) => provided)
      const atEnd: OpenTransaction['atEnd'] = []
      open.set(trx, { announced, connection, atEnd, engine: this.engine })
      const done = await work(trx)
      for (const write of atEnd) await write()
      return done
    })
    for (const entityId of announced) this.#notify(entityId)
    return done
  }

  #notify(entityId: string) {
    this.notifier.notify(entityId)
    this.eventNotifier.notify(entityId)
  }

  /** Runs `work` like `write`, under the entity's limit. Blocked transactions of an entity leave connections for others.
   *  @throws Problem database-unavailable when the limiter rejects the queue; the errors of `work` */
  writeFor<T>(entityId: string | undefined, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.engine.limitPerEntity(entityId, () => this.write(work))
  }
}

interface OpenTransaction {
  announced: Set<string>
  connection: DatabaseConnection
  atEnd: (() => Promise<void>)[]
  engine: Engine
}

const open = new WeakMap<Kysely<Schema>, OpenTransaction>()

/** Runs `write` as the last part of a transaction that `write` of the database began. */
export const beforeCommit = (trx: Transaction<Schema>, write: () => Promise<void>) => open.get(trx)!.atEnd.push(write)

/** Notifies the entity's waiting requests once this transaction is committed. */
export const announce = (trx: Transaction<Schema>, entityId: string) => open.get(trx)?.announced.add(entityId)

/** Returns the engine of a database, or of a transaction that `write` of the database began. */
export const engineOf = (database: Kysely<Schema>): Engine =>
  open.get(database)?.engine ?? (database as Database).engine

/** Returns the executor of compiled queries: the connection of a transaction that `write` began. Kysely would run one query
 *  after another, through five promises each; the connection can pipeline them. */
export const runnerOf = (database: Kysely<Schema>): Kysely<Schema> | DatabaseConnection =>
  open.get(database)?.connection ?? database
