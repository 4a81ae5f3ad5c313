import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

export type NewAction = Omit<Schema['actions'], 'entity_id' | 'sequence'>

/** Adds actions to one entity's, each with the next sequence. The entity's row stays locked until the transaction ends, so
 *  that sequences are in the order of commits. */
export async function recordActions(trx: Transaction<Schema>, entityId: string, actions: NewAction[]) {
  const { last_sequence } = await trx
    .updateTable('entities')
    .set((eb) => ({ last_sequence: eb('last_sequence', '+', actions.length) }))
    .where('entity_id', '=', entityId)
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  const first = Number(last_sequence) - actions.length + 1
  const numbered = actions.map((action, index) => ({ ...action, entity_id: entityId, sequence: first + index }))
  await trx.insertInto('actions').values(numbered).execute()
}
