import { Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite/engine.ts'

/** What differs between the engines beyond the dialect of their SQL. */
export interface Engine {
  dialect: ConstructorParameters<typeof Kysely>[0]['dialect']
  /** Runs a compiled read. An engine that has the answer at hand gives it at once: a promise costs as much as the read. */
  read(sql: string, parameters: unknown[]): unknown[] | Promise<unknown[]>
  /** A text expression as the bytes of its UTF-8, so that records pass through without being decoded. */
  bytes(text: RawBuilder<string>): RawBuilder<Uint8Array<ArrayBuffer>>
  /** Ends the connections; whatever is asked for afterwards is database-unavailable. */
  close(): void
  /** Writes a consistent copy of the whole database to a file, while others read and write. */
  backup(path: string, progress: (done: number, total: number) => void): Promise<void>
  /** What the engine finds wrong with its own files; empty when all is well. */
  faults(): string[]
}

export type DatabaseWait = (kind: 'read' | 'write' | 'commit', seconds: number) => void

/** The one store. Reads outside a transaction see what is committed and wait for no writer; every write is durable
 *  when its promise resolves. */
export class Database extends Kysely<Schema> {
  readonly engine: Engine

  constructor(engine: Engine) {
    super({ dialect: engine.dialect })
    this.engine = engine
  }
}

/** Opens the database at `url` (`sqlite:PATH`); `onWait` hears how long each statement and commit took.
 *  @throws Error when it cannot be opened with full durability */
export function connect(url: string, onWait: DatabaseWait = () => {}): Database {
  return new Database(openSqlite(url.replace(/^sqlite:/, ''), onWait))
}
