import { fold } from '../../../client/words.ts'
import { addDays } from '../time/clinic-time.ts'
import { isDay } from '../time/period.ts'

const utc = { timeZone: 'UTC' } as const

/** Returns the day that somebody typed: 2026-11-30, 30.11., 30/11/2026, "30 nov", "tomorrow", or a weekday, which is the next one.
 *  Without a year, it is the nearest such day that is not more than half a year ago.
 *  @param locale says whether a date of numbers begins with the day or with the month */
export function typedDay(text: string, today: string, locale: string): string | undefined {
  const typed = fold(text.trim().toLocaleLowerCase(locale))
  if (isDay(typed)) return typed
  return relativeDay(typed, today, locale) ?? dayOfNumbers(typed, today, locale) ?? dayOfMonthName(typed, today, locale)
}

function relativeDay(typed: string, today: string, locale: string): string | undefined {
  if (typed.length < 3) return undefined
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const near = [0, 1, 2, -1].find((days) => fold(relative.format(days, 'day').toLocaleLowerCase(locale)) === typed)
  if (near !== undefined) return addDays(today, near)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', ...utc })
  return [1, 2, 3, 4, 5, 6, 7]
    .map((days) => addDays(today, days))
    .find((day) => fold(weekday.format(new Date(day)).toLocaleLowerCase(locale)).startsWith(typed))
}

function dayOfNumbers(typed: string, today: string, locale: string): string | undefined {
  const numbers = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4})?)?$/.exec(typed)
  if (!numbers) return undefined
  const order = new Intl.DateTimeFormat(locale).formatToParts().filter(({ type }) => type === 'day' || type === 'month')
  const [day, month] = order[0]!.type === 'day' ? [numbers[1]!, numbers[2]!] : [numbers[2]!, numbers[1]!]
  return nearestDay(month, day, numbers[3], today)
}

function dayOfMonthName(typed: string, today: string, locale: string): string | undefined {
  const parts = /^(\d{1,2})\.? (?:de )?(\p{L}{3,})\.?(?: (?:de )?(\d{4}))?$/u.exec(typed)
  if (!parts) return undefined
  const name = new Intl.DateTimeFormat(locale, { month: 'long', ...utc })
  const months = Array.from({ length: 12 }, (_, index) =>
    fold(name.format(new Date(Date.UTC(2026, index, 1))).toLocaleLowerCase(locale)),
  )
  const month = months.findIndex((one) => one.startsWith(parts[2]!)) + 1
  return month === 0 ? undefined : nearestDay(`${month}`, parts[1]!, parts[3], today)
}

function nearestDay(month: string, day: string, year: string | undefined, today: string): string | undefined {
  const on = (chosen: string) => `${chosen}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const candidates = year === undefined ? [on(`${thisYear}`), on(`${thisYear + 1}`)] : [on(year)]
  return candidates.find((one) => isDay(one) && (year !== undefined || one >= addDays(today, -182)))
}
