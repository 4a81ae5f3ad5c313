import { parseSide } from '../../../client/csv.ts'

type Side = Parameters<typeof parseSide>[2]

/** The side of a range that a field has. */
export const sideOf = (field: string): Side => (field === 'params.end' ? 'end' : 'start')

/** Returns the local date and time of a text as if it were in UTC; undefined if it does not have the form, or is not in the
 *  calendar. A text with an offset is the instant. */
export function readLocal(text: string, format: string, side: Side = 'start'): Date | undefined {
  const local = parseSide(text, format, side)
  if (typeof local === 'string') return undefined
  const { year, month, day, hour, minute, second, offset = 0 } = local
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second))
}

/** Whether a text has an offset of its own. */
export function hasOffset(text: string, format: string): boolean {
  const local = parseSide(text, format, 'start')
  return typeof local !== 'string' && local.offset !== undefined
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
