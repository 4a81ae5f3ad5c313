import type { ZoneClock } from '../../../client/client.ts'
import { memoize } from '../../../client/words.ts'

/** Formats instants (RFC 3339) in the clinic's time zone, independent of the device's. */
export interface ClinicTime {
  /** 09:30 */
  time(instant: string | Date): string
  /** Monday, 30 March */
  day(instant: string | Date): string
  /** The day as seen from another instant: Tomorrow, 31 March. Days further away have their weekday. */
  nearDay(instant: string | Date, now: Date): string
  /** 30 Mar 2026, 09:30 */
  moment(instant: string | Date): string
  /** A moment that has passed: 09:30 today, Mon 09:30 in the last six days, or 30 Mar. */
  brief(instant: string | Date, now: Date): string
  /** The calendar day, YYYY-MM-DD. */
  dayOf(instant: string | Date): string
  /** The calendar day and the time, YYYY-MM-DDTHH:MM. */
  minuteOf(instant: string | Date): string
  /** The hour of the day, 0 to 23. */
  hourOf(instant: string | Date): number
}

/** @param clocks the offsets of the service. Other times and zones have those of the browser, whose rules may be older or newer. */
export function clinicTime(timeZone: string, locale: string, clocks: ZoneClock[] = []): ClinicTime {
  const localTime = localTimeBy(clocks.find(({ time_zone }) => time_zone === timeZone))
  const written = (options: Intl.DateTimeFormatOptions, as = locale) => {
    const format = new Intl.DateTimeFormat(as, { timeZone: 'UTC', ...options })
    let ofBrowser: Intl.DateTimeFormat | undefined
    return (instant: string | Date) => {
      const at = new Date(instant)
      const local = localTime(at)
      if (local) return format.format(local)
      ofBrowser ??= new Intl.DateTimeFormat(as, { timeZone, ...options })
      return ofBrowser.format(at)
    }
  }
  const hour = written({ hour: 'numeric', hourCycle: 'h23' }, 'en')
  // The Swedish format is YYYY-MM-DD.
  const dayOf = written({ dateStyle: 'short' }, 'sv')
  const minuteOf = written({ dateStyle: 'short', timeStyle: 'short' }, 'sv')
  const day = written({ weekday: 'long', day: 'numeric', month: 'long' })
  const dayAndMonth = written({ day: 'numeric', month: 'long' })
  const time = written({ timeStyle: 'short' })
  const weekdayAndTime = written({ weekday: 'short', hour: '2-digit', minute: '2-digit' })
  const shortDay = written({ day: 'numeric', month: 'short' })
  const daysBetween = (instant: string | Date, now: Date) =>
    (Date.parse(dayOf(instant)) - Date.parse(dayOf(now))) / 86_400_000
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
  return {
    time,
    day,
    nearDay(instant, now) {
      const days = daysBetween(instant, now)
      if (Math.abs(days) > 1) return capitalised(day(instant))
      return `${capitalised(relative.format(days, 'day'))}, ${dayAndMonth(instant)}`
    },
    moment: written({ dateStyle: 'medium', timeStyle: 'short' }),
    brief(instant, now) {
      const days = daysBetween(instant, now)
      if (days === 0) return time(instant)
      return days > -7 ? weekdayAndTime(instant) : shortDay(instant)
    },
    dayOf,
    minuteOf: (instant) => minuteOf(instant).replace(' ', 'T'),
    hourOf: (instant) => Number(hour(instant)),
  }
}

/** Returns a function that converts an instant to a Date whose UTC fields have the local time; undefined if the offset is not known. */
function localTimeBy(clock: ZoneClock | undefined): (at: Date) => Date | undefined {
  if (!clock) return () => undefined
  const until = Date.parse(clock.until)
  const offsets = clock.offsets.map(({ from, minutes }) => ({ from: Date.parse(from), ms: minutes * 60_000 })).reverse()
  return (at) => {
    const known = at.getTime() < until ? offsets.find(({ from }) => from <= at.getTime()) : undefined
    return known && new Date(at.getTime() + known.ms)
  }
}

/** Adds `count` days to a calendar day (YYYY-MM-DD). Some browsers lack Temporal. `Date` is safe in UTC, which has no
 *  clock changes. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** Formats a calendar day, which has no zone. `long`: Monday, 30 March. */
export const writtenDay = (day: string, locale: string, style: 'long' | 'medium' | 'short') =>
  dayFormat(locale, style).format(new Date(`${day}T00:00:00Z`))

// Creating a format takes longer than formatting a hundred days.
const dayFormat = memoize(
  20,
  (locale: string, style: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...dayOptions[style as keyof typeof dayOptions] }),
)

const dayOptions = {
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  medium: { dateStyle: 'medium' },
  short: { day: 'numeric', month: 'short' },
} as const
