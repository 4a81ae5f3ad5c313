import { memoize } from '../client/words.ts'

/** Instants (RFC 3339) as people at the clinic read their clocks and calendars, whatever the device's zone is. */
export interface ClinicTime {
  /** 09:30 */
  time(instant: string | Date): string
  /** Monday, 30 March */
  day(instant: string | Date): string
  /** 30 Mar 2026, 09:30 */
  moment(instant: string | Date): string
  /** The calendar day, YYYY-MM-DD. */
  dayOf(instant: string | Date): string
  /** The hour of the day, 0 to 23. */
  hourOf(instant: string | Date): number
}

export function clinicTime(timeZone: string, locale: string): ClinicTime {
  const written = (options: Intl.DateTimeFormatOptions, as = locale) => {
    const format = new Intl.DateTimeFormat(as, { timeZone, ...options })
    return (instant: string | Date) => format.format(new Date(instant))
  }
  const hour = written({ hour: 'numeric', hourCycle: 'h23' }, 'en')
  return {
    time: written({ timeStyle: 'short' }),
    day: written({ weekday: 'long', day: 'numeric', month: 'long' }),
    moment: written({ dateStyle: 'medium', timeStyle: 'short' }),
    // Sweden writes its dates so.
    dayOf: written({ dateStyle: 'short' }, 'sv'),
    hourOf: (instant) => Number(hour(instant)),
  }
}

/** The calendar day that comes `count` days after one, both YYYY-MM-DD. Browsers lack Temporal; in UTC, `Date` knows the
 *  calendar, and no clock changes. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** A calendar day as people write it; it has no zone. */
export const writtenDay = (day: string, locale: string, style: 'medium' | 'short') =>
  dayFormat(locale, style).format(new Date(`${day}T00:00:00Z`))

// Kept, since one takes longer to make than a hundred days to write.
const dayFormat = memoize(20, (locale: string, style: string) => {
  const options =
    style === 'medium' ? ({ dateStyle: 'medium' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
})
