import type { Database } from './database.ts'

/** Chooses the database, primary or replica, that serves reads. */
export interface ReadRouter {
  /** The primary; each statement that it does not answer runs on a standby instead. For credentials, entities and visits. */
  readonly available: Database
  /** Whether standbys stand in for the primary. */
  readonly isPrimaryAway: boolean
  /** How long data from before the loss of the primary is served. */
  readonly withoutPrimaryMicros: number
  /** Returns a database that has the entity's actions up to `minSequence`. Use it for all reads of one request. */
  databaseFor(entityId: string, minSequence: number): Database | Promise<Database>
  /** Runs `read` on such a database. Retries the whole read on the primary when a replica fails or lags. A list must not
   *  get its end from one database and its records from another. */
  read<T>(entityId: string, minSequence: number, read: (database: Database) => Promise<T>): Promise<T>
  close(): void | Promise<void>
}

export const primaryOnly = (database: Database): ReadRouter => ({
  available: database,
  isPrimaryAway: false,
  withoutPrimaryMicros: 0,
  databaseFor: () => database,
  read: (_entityId, _minSequence, read) => read(database),
  close() {},
})
