import type { Retention } from '../../entities/retention.ts'
import { type KeptKind, keptKinds } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { inZone, startOfDay } from '../../platform/time/zones/zone-time.ts'

/** The beginning of the first day whose data an entity still keeps, by kind. A kind that is absent goes with `notifications`. */
export type Cutoffs = Partial<Record<KeptKind, Instant>>

/** Whole days in the zone of the entity: data stay at least for their period, and at most for a day and a night longer. */
export function cutoffsOf(retention: Retention, zone: string, now: Instant): Cutoffs {
  const today = inZone(now, zone).toPlainDate()
  const cutoffs: Cutoffs = {}
  for (const kind of keptKinds) {
    const period = retention[kind]
    if (period !== null) cutoffs[kind] = startOfDay(today.subtract(period), zone)
  }
  return cutoffs
}

const [firstHour, endHour] = [1, 5]

/** Returns the local day, and whether an entity's data are to be deleted: once a night, or by day after two nights without a deletion.
 *  @param lastNight the day of the latest night that was complete */
export function nightAt(now: Instant, zone: string, lastNight: string | null) {
  const local = inZone(now, zone)
  const date = local.toPlainDate()
  const today = `${date}`
  const isOver = local.hour >= endHour
  const isMissed = lastNight !== null && lastNight < `${date.subtract({ days: 1 })}`
  return { today, isOver, isDue: isOver ? isMissed : local.hour >= firstHour && lastNight !== today }
}
