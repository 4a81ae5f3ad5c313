import type { Database } from '../platform/database/database.ts'
import { prepared } from '../platform/database/prepared.ts'
import { Problem } from '../platform/errors/errors.ts'

/** The state of an entity that determines its lists: its time zone, the sequence and the instant of its latest action, and the number
 *  of removals that changed actions. */
export async function listedEntity(database: Database, entityId: string) {
  const [row] = await selectEntity(database, { entityId })
  // The guard has found the entity, so only a lagging replica can lack it.
  if (!row) throw new Problem('database-unavailable')
  return {
    entityId,
    timeZone: row.time_zone,
    snapshot: row.last_sequence,
    latestAt: row.at,
    redactions: row.redactions,
  }
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database
    .selectFrom('entities')
    .leftJoin('actions', (join) =>
      join.on('actions.entity_id', '=', entityId).onRef('actions.sequence', '=', 'entities.last_sequence'),
    )
    .select(['time_zone', 'last_sequence', 'redactions', 'at'])
    .where('entities.entity_id', '=', entityId),
)
