import { hours, type Instant, type Microseconds, minutes } from '../instant.ts'
import { type Instants, instantsIn, nextChangeIn, offsetIn, startOfDayIn } from './clocks.ts'
import { rulesOf } from './zones.ts'

/** Returns the offset of a zone from UTC. */
export const offsetAt = (at: Instant, zone: string): Microseconds => offsetIn(rulesOf(zone), at)

/** Returns the date and time that the clocks of a zone show. */
export const inZone = (at: Instant, zone: string): Temporal.PlainDateTime => plain(at + offsetAt(at, zone))

/** Returns the same as a date whose UTC fields the clocks show: `Intl` writes it with `timeZone: 'UTC'`, because it would apply its
 *  own rules to the zone. Thirteen times as fast as a Temporal.PlainDateTime. */
export const shownInZone = (at: Instant, zone: string): Date => new Date((at + offsetAt(at, zone)) / 1_000)

/** Returns the next change of the offset, if any. */
export const nextChange = (at: Instant, zone: string): Instant | undefined => nextChangeIn(rulesOf(zone), at)

export const instantsOf = (local: Temporal.PlainDateTime, zone: string): Instants => instantsIn(rulesOf(zone), local)

/** Returns the instant of a date and time. Of a repeated one the first, of a skipped one the time as much later (RFC 5545). */
export function instantOf(local: Temporal.PlainDateTime, zone: string): Instant {
  const { earlier, later, isSkipped } = instantsOf(local, zone)
  return isSkipped ? later : earlier
}

/** Returns the first instant of a day, also of one without a midnight. */
export const startOfDay = (day: Temporal.PlainDate, zone: string): Instant => startOfDayIn(rulesOf(zone), day)

/** Subtracts a `Duration`: its weeks and days are those of the calendar, at the same time of day; its hours and minutes pass. */
export function subtractInZone(at: Instant, duration: string, zone: string): Instant {
  const { weeks, days, hours: passing, minutes: others } = Temporal.Duration.from(duration)
  const isOfCalendar = weeks > 0 || days > 0
  const day = isOfCalendar ? instantOf(inZone(at, zone).subtract({ weeks, days }), zone) : at
  return day - hours(passing) - minutes(others)
}

function plain(wall: Instant): Temporal.PlainDateTime {
  const ms = Math.floor(wall / 1_000)
  const date = new Date(ms)
  return new Temporal.PlainDateTime(
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
    wall - ms * 1_000,
  )
}
