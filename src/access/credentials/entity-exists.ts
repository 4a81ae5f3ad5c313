import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** Whether the entity exists. False for an empty id. */
export async function entityExists(database: Database, entityId: string): Promise<boolean> {
  // The request names no entity. Its shard could be on a lost node.
  if (entityId === '') return false
  const [entity] = await selectEntity(database, { entityId })
  return entity !== undefined
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('entity_id').where('entity_id', '=', entityId),
)
