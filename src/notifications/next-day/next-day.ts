import { type Static, Type } from 'typebox'
import { findEntity } from '../../entities/entity.ts'
import { defaultOpeningDays, weekdayOf } from '../../entities/weekdays.ts'
import { quietHoursOf } from '../../messages/quiet-hours/quiet-hours.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { inZone, startOfDay } from '../../platform/time/zones/zone-time.ts'
import { toComeOf } from '../figures/classify-visits.ts'
import { countVisit } from '../figures/count-outcomes.ts'
import { datesInZone, readCountedVisits } from '../figures/counted-visits.ts'
import { noCounts } from '../figures/visit-groups.ts'
import { VisitsToCome } from '../figures/visit-outcomes.ts'

/** Longer than the holidays of a clinic. */
const daysAhead = 60

const CalendarDate = Type.String({ description: "A calendar day in the entity's zone, such as 2026-03-30." })

export const NextDay = Type.Object(
  {
    working_day: Type.Optional(CalendarDate),
    with_appointments: Type.Optional(
      Type.Object(
        { date: CalendarDate, to_come: VisitsToCome },
        { description: 'The next day with an appointment that is not cancelled, also if the entity is closed.' },
      ),
    ),
  },
  {
    $id: 'NextDay',
    description: `The next working day after today, and the next day with appointments. A day is absent if none of the next ${daysAhead} days is one.`,
  },
)
export type NextDay = Static<typeof NextDay>

/** Finds the next working day, an opening day that is no holiday, and the next day with appointments. Today does not count. */
export async function findNextDay(database: Database, entityId: string, now: Instant, turn: Turn): Promise<NextDay> {
  const entity = (await findEntity(database, entityId))!
  const { holidays } = await quietHoursOf(database, entityId)
  const today = inZone(now, entity.time_zone).toPlainDate()
  const days = Array.from({ length: daysAhead }, (_, index) => today.add({ days: index + 1 }))
  const opening = entity.opening_days ?? defaultOpeningDays
  const working = days.find((day) => opening.includes(weekdayOf(day)) && !holidays.includes(`${day}`))
  const [fromAt, toAt] = [days[0]!, today.add({ days: daysAhead + 1 })].map((day) => startOfDay(day, entity.time_zone))
  const range = { entityId, fromAt: fromAt!, fromKey: '', toAt: toAt!, toKey: '' }
  const withAppointments = await countNextDay(database, range, entity.time_zone, turn)
  return {
    ...(working && { working_day: `${working}` }),
    ...(withAppointments && { with_appointments: withAppointments }),
  }
}

/** Counts the first day of the range that has an appointment which is not cancelled. */
async function countNextDay(
  database: Database,
  range: Parameters<typeof readCountedVisits>[1],
  timeZone: string,
  turn: Turn,
): Promise<NextDay['with_appointments']> {
  const dateOf = datesInZone(range.fromAt, timeZone)
  let day = { date: '', counts: noCounts() }
  const found = () => {
    const { date, counts } = day
    return counts.to_come.visits > counts.to_come.cancelled ? { date, to_come: counts.to_come } : undefined
  }
  for await (const window of readCountedVisits(database, range, new Set(), turn)) {
    for (const visit of window) {
      const date = dateOf(visit.starts_at)
      if (date !== day.date) {
        if (found()) return found()
        day = { date, counts: noCounts() }
      }
      const as = visit.test ? undefined : toComeOf(visit)
      if (as) countVisit(day.counts, as)
    }
  }
  return found()
}
