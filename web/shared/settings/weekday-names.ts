import { weekdays } from '../../../client/weekdays.ts'

/** Returns the names of the days from Monday to Sunday. */
export function weekdayNames(locale: string, weekday: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  // A Monday.
  return weekdays.map((_day, index) => format.format(Date.UTC(2026, 2, 30 + index)))
}
