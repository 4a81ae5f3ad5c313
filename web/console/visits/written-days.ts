import { memoize } from '../../../client/words.ts'
import type { Period } from '../period.ts'

// A calendar day has no zone.
const inUtc = (day: string) => new Date(`${day}T00:00:00Z`)

const options = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
} as const

const formatOf = memoize(
  20,
  (locale: string, length: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options[length as keyof typeof options] }),
)

/** Friday, 27 November 2026 */
export function writtenLongDay(day: string, locale: string): string {
  const text = formatOf(locale, 'long').format(inUtc(day))
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

/** 23–29 Nov 2026 */
export const writtenPeriod = ({ from, to }: Period, locale: string) =>
  formatOf(locale, 'short').formatRange(inUtc(from), inUtc(to))
