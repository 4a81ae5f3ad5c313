import type { Database } from './database.ts'

/** Where lists, check-ins and the feed are read. */
export interface Reading {
  /** A database that has the actions of the entity up to this sequence, if they are anywhere; one, for all that a request
   *  reads of it. */
  from(entityId: string, atLeast: number): Database | Promise<Database>
  close(): void | Promise<void>
}

export const fromPrimary = (database: Database): Reading => ({ from: () => database, close() {} })
