import type { Transaction } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

class RollBack extends Error {}

/** Performs a change of the entity in a transaction, and rolls it back. Returns what the change returned. */
export async function dryRun<Result>(
  database: Database,
  entityId: string,
  perform: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  await database
    .writeFor(entityId, async (trx) => {
      resolve(await perform(trx))
      throw new RollBack()
    })
    .catch((error) => {
      if (!(error instanceof RollBack)) throw error
    })
  return promise
}
