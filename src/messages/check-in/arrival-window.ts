import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant, minutes } from '../../platform/time/instant.ts'
import type { Notification } from '../../visits/notification.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { expectedUntil, timesOfVisit } from '../../visits/plugins/registry.ts'

type WindowVisit = Pick<Notification, 'entity_id' | 'category' | 'target' | 'params'>

/** Returns the half-open interval in which staff can record an arrival; undefined if the visit has no known start. */
export async function arrivalWindow(
  database: Kysely<Schema>,
  { entity_id, category, target, params }: WindowVisit,
): Promise<{ opens: Instant; closes: Instant } | undefined> {
  const times = timesOfVisit({ category, target, params })
  if (times === undefined) return undefined
  const { arrive_early, arrive_late } = await database
    .selectFrom('entities')
    .select(['arrive_early', 'arrive_late'])
    .where('entity_id', '=', entity_id)
    .executeTakeFirstOrThrow()
  return windowOf(times, { arrive_early, arrive_late })
}

/** The settings of an entity, in minutes. */
export interface ArrivalSettings {
  arrive_early: number
  arrive_late: number
}

/** Returns the half-open window in which an arrival can be marked. The contacts of a campaign come until its end. */
export const windowOf = (times: VisitTimes, { arrive_early, arrive_late }: ArrivalSettings) => ({
  opens: times.startsAt - minutes(arrive_early),
  closes: Math.max(times.startsAt + minutes(arrive_late), expectedUntil(times)),
})

/** A contact has not come if no arrival was marked this long after the arrival window closed. */
export const missedAfter = hours(1)
