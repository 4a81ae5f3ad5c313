import { type Instant, inZone } from '../platform/time/instant.ts'
import { startOfDay, toInstant } from './day-range.ts'

/** Converts hours since `midnight` to days and hours of the zone. Valid from `at` until the UTC offset changes. */
export function hoursInZone(at: Instant, timeZone: string) {
  const shown = inZone(at, timeZone)
  const shownDay = shown.toPlainDate()
  const change = shown.getTimeZoneTransition('next')
  // When clocks go back over midnight, they show the previous day again, although it has ended (docs/decisions/0005).
  const nextDay = shownDay.add({ days: 1 })
  const day = toInstant(startOfDay(nextDay, timeZone)) <= at ? nextDay : shownDay
  // A cache: a window has a few hundred rows of the same day.
  const dates = new Map<number, string>()
  const dateAfter = (days: number) => {
    const date = shownDay.add({ days })
    return `${Temporal.PlainDate.compare(date, day) < 0 ? day : date}`
  }
  return {
    midnight: at - shown.toPlainTime().since('00:00').total('microseconds'),
    until: change ? toInstant(change.toInstant()) : Number.MAX_SAFE_INTEGER,
    /** Returns the day and the hour that begin `hours` after `midnight`. */
    show(hours: number) {
      const days = Math.floor(hours / 24)
      return { date: dates.getOrInsertComputed(days, dateAfter), hour: hours % 24 }
    },
  }
}
