import type { Instant } from '../platform/time/instant.ts'
import { inZone, nextChange, startOfDay } from '../platform/time/zones/zone-time.ts'

/** Converts hours since `midnight` to days and hours of the zone. Valid from `at` until the UTC offset changes. */
export function hoursInZone(at: Instant, timeZone: string) {
  const shown = inZone(at, timeZone)
  const shownDay = shown.toPlainDate()
  // When clocks go back over midnight, they show the previous day again, although it has ended (docs/decisions/0005).
  const nextDay = shownDay.add({ days: 1 })
  const day = startOfDay(nextDay, timeZone) <= at ? nextDay : shownDay
  // A cache: a window has a few hundred rows of the same day.
  const dates = new Map<number, string>()
  const dateAfter = (days: number) => {
    const date = shownDay.add({ days })
    return `${Temporal.PlainDate.compare(date, day) < 0 ? day : date}`
  }
  return {
    midnight: at - shown.toPlainTime().since('00:00').total('microseconds'),
    until: nextChange(at, timeZone) ?? Number.MAX_SAFE_INTEGER,
    /** Returns the day and the hour that begin `hours` after `midnight`. */
    show(hours: number) {
      const days = Math.floor(hours / 24)
      return { date: dates.getOrInsertComputed(days, dateAfter), hour: hours % 24 }
    },
  }
}
