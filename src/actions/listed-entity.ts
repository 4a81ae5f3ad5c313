import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { Problem } from '../errors.ts'

/** The state of an entity that determines its lists: its time zone, and the sequence of its latest action. */
export async function listedEntity(database: Database, entityId: string) {
  const [row] = await selectEntity(database, { entityId })
  // The guard has found the entity, so only a lagging replica can lack it.
  if (!row) throw new Problem('database-unavailable')
  return { entityId, timeZone: row.time_zone, snapshot: row.last_sequence }
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select(['time_zone', 'last_sequence']).where('entity_id', '=', entityId),
)
