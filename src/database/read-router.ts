import type { Database } from './database.ts'

/** Chooses the database, primary or replica, that serves lists, check-ins and the feed. */
export interface ReadRouter {
  /** Returns a database that has the entity's actions up to `minSequence`. Use it for all reads of one request. */
  databaseFor(entityId: string, minSequence: number): Database | Promise<Database>
  /** Runs `read` on such a database. Retries the whole read on the primary when a replica fails or lags. A list must not
   *  get its end from one database and its records from another. */
  read<T>(entityId: string, minSequence: number, read: (database: Database) => Promise<T>): Promise<T>
  close(): void | Promise<void>
}

export const primaryOnly = (database: Database): ReadRouter => ({
  databaseFor: () => database,
  read: (_entityId, _minSequence, read) => read(database),
  close() {},
})
