import type { Selectable } from 'kysely'
import { planAnew } from '../../messages/quiet-hours/change.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { remindedStates } from '../../visits/state.ts'

export const rulesWorkName = 'time-zone rules'

export interface RulesContext {
  database: Database
  audit: Audit
}

const entitiesAtOnce = 20
// On SQLite, reading and comparing a batch blocks the event loop for some milliseconds.
const visitsAtOnce = 500

/** Marks the coming visits whose local time differs under these time-zone rules, and plans the reminders again. Stored instants
 *  stay. Skips entities to which a process has applied the same or newer rules. Returns the number of entities. */
export async function applyRules(context: RulesContext, version: string, now: Instant): Promise<number> {
  const { database } = context
  const entities = await acrossEntities(
    database,
    database
      .selectFrom('entities')
      .select(['entity_id', 'time_zone'])
      .where((eb) => eb.or([eb('zone_rules', 'is', null), eb('zone_rules', '<', version)])),
    { orderBy: [], limit: entitiesAtOnce },
  )
  for (const { entity_id, time_zone } of entities) {
    await markVisits(context, entity_id, time_zone, now)
    await database.writeFor(entity_id, async (trx) => {
      await planAnew(trx, entity_id, now)
      await trx.updateTable('entities').set({ zone_rules: version }).where('entity_id', '=', entity_id).execute()
    })
  }
  return entities.length
}

async function markVisits({ database, audit }: RulesContext, entityId: string, zone: string, now: Instant) {
  for (let after: Position | undefined = { at: now, id: '' }; after; ) {
    const visits: ComingVisit[] = await comingVisits(database, entityId, after)
    const changed = visits.filter((visit) => hasOtherTime(visit, zone))
    if (changed.length > 0)
      await database.writeFor(entityId, async (trx) => {
        for (const { notification_id, params } of changed)
          await trx
            .updateTable('notifications')
            .set({ clock_changed: 1 })
            .where('entity_id', '=', entityId)
            .where('notification_id', '=', notification_id)
            // The clinic may have submitted it again meanwhile.
            .where('params', '=', params)
            .execute()
      })
    for (const { notification_id } of changed)
      audit.record({
        entityId,
        who: { kind: 'worker' },
        operation: rulesWorkName,
        contacts: contactsOf(notification_id),
        outcome: 'marked',
      })
    const last = visits[visitsAtOnce - 1]
    after = last && { at: last.starts_at!, id: last.notification_id }
  }
}

type Position = { at: Instant } & Pick<NotificationKey, 'id'>
type ComingVisit = Pick<Selectable<Schema['notifications']>, 'notification_id' | 'params' | 'starts_at'>

const comingVisits = (database: Database, entityId: string, { at, id }: Position): Promise<ComingVisit[]> =>
  database
    .selectFrom('notifications')
    .select(['notification_id', 'params', 'starts_at'])
    .where('entity_id', '=', entityId)
    .where((eb) => eb(eb.refTuple('starts_at', 'notification_id'), '>', eb.tuple(at, id)))
    .where('state', 'in', remindedStates)
    .orderBy('starts_at')
    .orderBy('notification_id')
    .limit(visitsAtOnce)
    .execute()

/** Whether the start has another day or time than under the rules by which the service completed the params. */
function hasOtherTime({ params, starts_at }: ComingVisit, zone: string): boolean {
  const { day, hour, minute } = JSON.parse(params) as Record<'day' | 'hour' | 'minute', string | undefined>
  if (hour === undefined) return false
  const shown = inZone(starts_at!, zone)
  return [shown.day, shown.hour, shown.minute].join() !== [day, hour, minute].map(Number).join()
}
