import type { Selectable } from 'kysely'
import { planAnew } from '../../messages/quiet-hours/change.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { localTimeAt, localTimeOf } from '../../visits/recorded-time.ts'
import { remindedStates } from '../../visits/state.ts'

const entitiesAtOnce = 20
// On SQLite, reading and comparing a batch blocks the event loop for some milliseconds.
const visitsAtOnce = 500

/** Marks the coming visits whose local time differs under these time-zone rules, and plans the reminders again. Stored instants
 *  stay. Skips entities to which a process has applied the same or newer rules. Returns the number of entities. */
export async function applyRules(database: Database, version: string, now: Instant): Promise<number> {
  const entities = await acrossEntities(
    database,
    database
      .selectFrom('entities')
      .select(['entity_id', 'time_zone'])
      .where((eb) => eb.or([eb('zone_rules', 'is', null), eb('zone_rules', '<', version)])),
    { orderBy: [], limit: entitiesAtOnce },
  )
  for (const { entity_id, time_zone } of entities) {
    await markVisits(database, entity_id, time_zone, now)
    await database.writeFor(entity_id, async (trx) => {
      await planAnew(trx, entity_id, now)
      await trx.updateTable('entities').set({ zone_rules: version }).where('entity_id', '=', entity_id).execute()
    })
  }
  return entities.length
}

async function markVisits(database: Database, entityId: string, zone: string, now: Instant) {
  for (let after: Position | undefined = { at: now, id: '' }; after; ) {
    const visits: ComingVisit[] = await comingVisits(database, entityId, after)
    const changed = visits
      .map((visit) => ({ ...visit, mark: changedTimeOf(visit, zone) }))
      .filter(({ mark, recorded_time }) => mark !== recorded_time)
    if (changed.length > 0)
      await database.writeFor(entityId, async (trx) => {
        for (const { notification_id, params, mark } of changed)
          await trx
            .updateTable('notifications')
            .set({ recorded_time: mark })
            .where('entity_id', '=', entityId)
            .where('notification_id', '=', notification_id)
            // The clinic may have submitted it again meanwhile.
            .where('params', '=', params)
            .execute()
      })
    const last = visits[visitsAtOnce - 1]
    after = last && { at: last.starts_at!, id: last.notification_id }
  }
}

type Position = { at: Instant } & Pick<NotificationKey, 'id'>
const columns = ['notification_id', 'params', 'starts_at', 'recorded_time'] as const
type ComingVisit = Pick<Selectable<Schema['notifications']>, (typeof columns)[number]>

const comingVisits = (database: Database, entityId: string, { at, id }: Position): Promise<ComingVisit[]> =>
  database
    .selectFrom('notifications')
    .select(columns)
    .where('entity_id', '=', entityId)
    .where((eb) => eb(eb.refTuple('starts_at', 'notification_id'), '>', eb.tuple(at, id)))
    .where('state', 'in', remindedStates)
    .orderBy('starts_at')
    .orderBy('notification_id')
    .limit(visitsAtOnce)
    .execute()

/** Returns the recorded local time of the start, if these rules give the start another one. */
function changedTimeOf({ params, recorded_time, starts_at }: ComingVisit, zone: string): string | null {
  const recorded = recorded_time ?? localTimeOf(JSON.parse(params))
  return recorded === localTimeAt(starts_at!, zone) ? null : recorded
}
