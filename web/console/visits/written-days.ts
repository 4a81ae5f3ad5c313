import { memoize } from '../../../client/words.ts'
import type { Period } from '../../shared/time/period.ts'

// A calendar day has no zone.
const inUtc = (day: string) => new Date(`${day}T00:00:00Z`)

const options = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
} as const

const formatOf = memoize(
  20,
  (locale: string, length: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options[length as keyof typeof options] }),
)

/** Friday, 27 November 2026 */
export const writtenLongDay = (day: string, locale: string) =>
  capitalised(formatOf(locale, 'long').format(inUtc(day)), locale)

/** November 2026 */
export const writtenMonth = (day: string, locale: string) =>
  capitalised(formatOf(locale, 'month').format(inUtc(day)), locale)

const capitalised = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** 23–29 Nov 2026 */
export const writtenPeriod = ({ from, to }: Period, locale: string) =>
  formatOf(locale, 'short').formatRange(inUtc(from), inUtc(to))

/** Monday, 30 Nov */
export const writtenWeekday = (day: string, locale: string) => formatOf(locale, 'weekday').format(inUtc(day))
