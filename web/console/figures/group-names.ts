import { textOf, useTexts } from '../../shared/language.tsx'
import { addDays } from '../../shared/time/clinic-time.ts'
import { writtenPeriod } from '../visits/written-days.ts'
import type { By } from './use-figures.ts'

/** Returns a function that writes the value of a group. */
export function useGroupNames(by: By): (value: string | undefined) => string {
  const { say, locale } = useTexts('figures')
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const written: Record<By, (value: string) => string> = {
    doctor: (value) => value,
    // 5 January 1970 was a Monday.
    weekday: (value) => weekday.format(Date.UTC(1970, 0, 4 + Number(value))),
    week: (value) => writtenPeriod({ from: value, to: addDays(value, 6) }, locale),
    reminder: (value) => textOf(say.reminders, value) ?? value,
  }
  return (value) => (value === undefined ? say.unknown : written[by](value))
}
