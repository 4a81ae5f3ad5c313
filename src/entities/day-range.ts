import { Type } from 'typebox'
import { Problem } from '../platform/errors/errors.ts'
import { memoize } from '../platform/scheduling/memoize.ts'
import type { Instant } from '../platform/time/instant.ts'
import { startOfDay } from '../platform/time/zones/zone-time.ts'
import { EntityIdParam } from './entity.ts'

export const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: "A calendar day in the entity's time zone, as YYYY-MM-DD.",
  examples: ['2026-03-29'],
})

/** The path parameters of a list by date. */
export const ByDate = Type.Object({
  entity_id: EntityIdParam,
  start_date: Day,
  end_date: Day,
})

/** The half-open interval of instants from `from` up to, but not including, `to`. */
export interface DayRange {
  from: Temporal.Instant
  to: Temporal.Instant
}

/** Returns the interval from the start of `startDate` to the end of `endDate` in `timeZone` (docs/decisions/0005).
 *  @param startDate, endDate `YYYY-MM-DD`
 *  @throws Problem invalid-date, reversed-range */
export function dayRange(startDate: string, endDate: string, timeZone: string): DayRange {
  const start = calendarDay('start_date', startDate)
  const end = startDate === endDate ? start : calendarDay('end_date', endDate)
  if (Temporal.PlainDate.compare(start, end) > 0) {
    throw new Problem('reversed-range', { errors: [{ parameter: 'end_date', reason: 'before-start' }] })
  }
  return { from: atStart(start, timeZone), to: atStart(end.add({ days: 1 }), timeZone) }
}

/** Returns the same interval as stored instants, and as the text `FROM/TO` in UTC. Cached: computing it takes 15 µs. */
export const storedRange = memoize(5_000, (startDate: string, endDate: string, timeZone: string) => {
  const { from, to } = dayRange(startDate, endDate, timeZone)
  return { from: toInstant(from), to: toInstant(to), text: `${from}/${to}` }
})

// A year such as 9999 is outside of the range of `Instant`.
const atStart = (day: Temporal.PlainDate, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(startOfDay(day, timeZone) / 1_000))

function calendarDay(parameter: string, text: string) {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw new Problem('invalid-date', { errors: [{ parameter, reason: 'no-such-day' }] })
  }
}

/** Converts to microseconds, clamped to the range of `Instant`. */
export function toInstant({ epochNanoseconds }: Temporal.Instant): Instant {
  const microseconds = Number(epochNanoseconds / 1000n)
  return Math.min(Math.max(microseconds, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
