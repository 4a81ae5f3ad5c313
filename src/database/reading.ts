import type { Database } from './database.ts'

/** Where lists, check-ins and the feed are read. */
export interface Reading {
  /** A database that has the actions of the entity up to this sequence, if they are anywhere; one, for all that a request
   *  reads of it. */
  from(entityId: string, atLeast: number): Database | Promise<Database>
  /** Runs `read` on such a database. What a replica fails to answer, or refuses, since it may not have it yet, the primary is
   *  asked, and all of it: a list whose end one of them told and whose records the other gave would be cut. */
  read<T>(entityId: string, atLeast: number, read: (database: Database) => Promise<T>): Promise<T>
  close(): void | Promise<void>
}

export const fromPrimary = (database: Database): Reading => ({
  from: () => database,
  read: (_entityId, _atLeast, read) => read(database),
  close() {},
})
