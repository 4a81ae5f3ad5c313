import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type Instant, minutes } from '../instant.ts'
import { expectedUntil, timesOfVisit } from '../plugins/registry.ts'
import type { Notification } from '../visits/notification.ts'

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
  const { startsAt } = times
  return {
    opens: startsAt - minutes(arrive_early),
    closes: Math.max(startsAt + minutes(arrive_late), expectedUntil(times)),
  }
}
