import type { Kysely, Transaction } from 'kysely'
import { prepared, preparedStatement } from './prepared.ts'
import type { Schema } from './schema.ts'

const build = (database: Kysely<Schema>, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('last_sequence').where('entity_id', '=', entityId)

/** Selects the sequence of the entity's latest action; 0 before the first. */
export const selectLastSequence = prepared(build)

/** Selects the sequence of the entity's latest event; 0 before the first. */
export const selectLastEvent = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('last_event').where('entity_id', '=', entityId),
)

const selectInTransaction = preparedStatement(build)

/** Returns the sequence of the entity's latest action that the transaction sees. */
export async function lastSequence(trx: Transaction<Schema>, entityId: string): Promise<number> {
  const [row] = await selectInTransaction(trx, { entityId })
  return Number(row!.last_sequence)
}
