import { dateFormats, hasTime, partsOf } from '../../../client/csv.ts'

/** Returns the local date and time of a text as if it were in UTC; undefined if it does not have the form, or is not in the
 *  calendar. Some browsers lack Temporal. */
export function readLocal(text: string, format: string): Date | undefined {
  const parts = partsOf(text, format)
  if (!parts) return undefined
  const { year, month, day, hour, minute, second } = parts
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  return isSame && minute < 60 && second < 60 ? date : undefined
}

/** Returns the formats that most of the texts have: with a time, or without one. Some rows may have a fault. */
export function formatsOf(texts: string[], isWithTime: boolean): string[] {
  const counts = dateFormats
    .filter((format) => hasTime(format) === isWithTime)
    .map((format) => ({ format, count: texts.filter((text) => readLocal(text, format) !== undefined).length }))
  const max = Math.max(...counts.map(({ count }) => count))
  return max * 2 > texts.length ? counts.flatMap(({ format, count }) => (count === max ? [format] : [])) : []
}

/** Friday, 3 April 2026 at 09:30 */
export function inWords(date: Date, locale: string, isWithTime: boolean): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    dateStyle: 'full',
    ...(isWithTime && { timeStyle: 'short' }),
  })
  return format.format(date)
}

/** 3 April 2026 */
export const dayInWords = (date: Date, locale: string) =>
  date.toLocaleDateString(locale, { timeZone: 'UTC', dateStyle: 'long' })
