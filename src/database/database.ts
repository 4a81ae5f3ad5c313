import { type Expression, Kysely, type RawBuilder, type Transaction } from 'kysely'
import { Notifier, type ProcessNotifier } from './notifier.ts'
import type { Schema } from './schema.ts'

/** What differs between the engines beyond the dialect of their SQL. */
export interface Engine {
  dialect: ConstructorParameters<typeof Kysely>[0]['dialect']
  /** Runs a compiled read. An engine that has the answer at hand gives it at once: a promise costs as much as the read. */
  read(query: ReadQuery): unknown[] | Promise<unknown[]>
  /** A statement for `readJoined`, of rows with a `record` each, in the order of its rows. */
  joining(rows: Expression<{ record: string | null }>, separator: string): RawBuilder<unknown>
  /** Runs a compiled statement that joins records: each engine by its own means, since where it is done decides how fast. */
  readJoined(query: ReadQuery, separator: string): Joined | Promise<Joined>
  /** Runs `work` under the entity's concurrency limit, where the engine runs transactions concurrently.
   *  @throws Problem database-unavailable when the limiter rejects the queue; the errors of `work` */
  limitPerEntity<T>(entityId: string, work: () => Promise<T>): Promise<T>
  /** Maximum number of concurrent list reads, in all and of one credential: 1 if a read blocks the event loop. */
  maxReads: number
  maxReadsPerCredential: number
  /** Behind a select that picks rows to work at: leaves those that another process is at, where processes may write at once. */
  skipLocked: RawBuilder<unknown>
  /** Behind a new table's columns: its rows lie in the order of its key, where the engine can do that. */
  clusteredByKey: RawBuilder<unknown>
  /** A select of what `ColumnRow` says. */
  columns: string
  processNotifier: ProcessNotifier
  /** After migrations: gives the tables the places that the engine has for them. */
  arrange(database: Database): Promise<void>
  /** Ends the connections; whatever is asked for afterwards is database-unavailable. */
  close(): void | Promise<void>
  /** Writes a consistent copy of the whole database to a file, while others read and write.
   *  @throws Error that says how else, where the engine has its own tools for that */
  backup(path: string, progress: (done: number, total: number) => void): Promise<void>
  /** @throws Problem database-unavailable when the engine's files were deleted or replaced since they were opened */
  verifyFiles(): void
  /** What is wrong with the engine's own files or settings; empty when all is well. */
  faults(): Promise<string[]>
}

/** A read with its values; under its name, if it has one, an engine may keep its plan. */
export interface ReadQuery {
  sql: string
  parameters: readonly unknown[]
  name?: string
  /** Of one row, by its key: it must not wait behind a list. */
  isLookUp?: boolean
}

/** Records of rows, in their order. */
export interface Joined {
  /** UTF-8: `[`, the records with separators between them, `]`. */
  records: Uint8Array<ArrayBuffer>
  /** How many rows were read, and how many of them had a record. */
  rows: number
  matched: number
}

/** Hears of a replica, by its name, why it is passed over; undefined when it is read from. */
export type ReplicaChange = (name: string, why: string | undefined) => void

export type DatabaseWait = (kind: 'read' | 'write' | 'commit', seconds: number) => void

/** The one store. Reads outside a transaction see what is committed and wait for no writer; every write is durable
 *  when its promise resolves. */
export class Database extends Kysely<Schema> {
  readonly engine: Engine
  /** Announces entities whose new actions any process has committed. */
  readonly notifier: Notifier

  constructor(engine: Engine) {
    super({ dialect: engine.dialect })
    this.engine = engine
    this.notifier = new Notifier(engine.processNotifier)
  }

  /** Also what Kysely has never been asked to run anything on, of which it knows nothing. */
  override async destroy() {
    await super.destroy()
    await this.engine.close()
  }

  /** Runs `work` in one transaction, and tells whoever waits for it what it announced. */
  async write<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
    const announced = new Set<string>()
    const done = await this.transaction().execute((trx) => {
      announcements.set(trx, announced)
      return work(trx)
    })
    for (const entityId of announced) this.notifier.notify(entityId)
    return done
  }

  /** The same for one entity: should something hold up its transactions, those of others find a connection all the same.
   *  @throws Problem database-unavailable when it does not come to its turn, and whatever `work` throws */
  writeFor<T>(entityId: string, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.engine.limitPerEntity(entityId, () => this.write(work))
  }
}

const announcements = new WeakMap<Transaction<Schema>, Set<string>>()

/** Once this transaction is committed, there is something new of the entity. */
export const announce = (trx: Transaction<Schema>, entityId: string) => announcements.get(trx)?.add(entityId)
