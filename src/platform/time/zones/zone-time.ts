import { hours, type Instant, type Microseconds, minutes } from '../instant.ts'
import { type Instants, instantsIn, nextChangeIn, offsetIn, startOfDayIn } from './clocks.ts'
import { rulesOf } from './zones.ts'

/** Returns the offset of a zone from UTC. */
export const offsetAt = (at: Instant, zone: string): Microseconds => offsetIn(rulesOf(zone), at)

/** Returns the date and time that the clocks of a zone show. */
export const inZone = (at: Instant, zone: string): Temporal.PlainDateTime => plain(at + offsetAt(at, zone))

/** Returns the local time as a Date whose UTC fields have it. Format it with `timeZone: 'UTC'`: for a zone, `Intl` applies its own
 *  rules. `Intl` formats it thirteen times as fast as a Temporal.PlainDateTime. */
export const shownInZone = (at: Instant, zone: string): Date => new Date((at + offsetAt(at, zone)) / 1_000)

/** Returns the next change of the offset, if any. */
export const nextChange = (at: Instant, zone: string): Instant | undefined => nextChangeIn(rulesOf(zone), at)

export const instantsOf = (local: Temporal.PlainDateTime, zone: string): Instants => instantsIn(rulesOf(zone), local)

/** Returns the instant of a date and time: the first one if clocks repeat it. A skipped time is read with the offset before the gap
 *  (RFC 5545). */
export function instantOf(local: Temporal.PlainDateTime, zone: string): Instant {
  const { earlier, later, isSkipped } = instantsOf(local, zone)
  return isSkipped ? later : earlier
}

/** Returns the first instant of a day, also of one without a midnight. */
export const startOfDay = (day: Temporal.PlainDate, zone: string): Instant => startOfDayIn(rulesOf(zone), day)

/** Subtracts a `Duration`. Weeks and days keep the time of day. Hours and minutes are elapsed time. */
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
