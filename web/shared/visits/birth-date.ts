import { fold, memoize, plainText } from '../../../client/words.ts'

const three = /(?<!\p{Nd})(\p{Nd}{1,4})[/.-]?\s+(\p{Nd}{1,2})[/.-]?\s+(\p{Nd}{1,4})(?!\p{Nd})/gu
// "22 Jun 2005", "22. Juni 2005", "1er juin 05", "22 de junho de 2005", "22-Jun-2005".
const dayAndName =
  /(?<!\S)(\p{Nd}{1,2})\p{L}{0,2}[\s.-]+(?:de\s+)?(\p{L}{3,})[\s.,-]+(?:del?\s+)?(\p{Nd}{4}|\p{Nd}\p{Nd})(?!\S)/giu
// "June 22, 2005", "Jun 22nd 05".
const nameAndDay = /(?<!\S)(\p{L}{3,})\.?\s+(\p{Nd}{1,2})\p{L}{0,2},?\s+(\p{Nd}{4}|\p{Nd}\p{Nd})(?!\S)/giu
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/
const yearLast = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?[/.-]?$/
const digits = /^(\d\d)(\d\d)(\d{4})$/
const digitsYearFirst = /^((?:19|20)\d\d)(\d\d)(\d\d)$/

/** Joins a date that was typed with spaces or the name of its month: "29 2 1980" becomes "29-2-1980", as does "29 Feb 1980".
 *  Their order is that of the locale. */
export function joinDate(typed: string, locale: string): string {
  const joined = (whole: string, day: string, name: string, year: string) => {
    const month = monthOf(name, locale)
    if (month === undefined) return whole
    return isMonthFirst(locale) ? `${month}-${day}-${year}` : `${day}-${month}-${year}`
  }
  return (
    typed
      // Removes bidirectional marks, which the page's Arabic dates contain.
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(dayAndName, joined)
      .replaceAll(nameAndDay, (whole, name, day, year) => joined(whole, day, name, year))
      .replaceAll(three, '$1-$2-$3')
  )
}

/** Returns the end of a date (YYYY-MM-DD) that a word stands for, or undefined if the word is not a date. The year may have
 *  two digits, or be absent: "29/2/80" is "80-02-29", and "29.2." is "-02-29". */
export function endOfDate(word: string, locale: string): string | undefined {
  const plain = fold(word)
  const [, year, month, day] = yearFirst.exec(plain) ?? digitsYearFirst.exec(plain) ?? []
  const end = year && dateOf(year, month!, day!)
  if (end) return end
  const [, first, second, last = ''] = yearLast.exec(plain) ?? digits.exec(plain) ?? []
  if (!first || !second) return undefined
  const [dayFirst, monthFirst] = [dateOf(last, second, first), dateOf(last, first, second)]
  return isMonthFirst(locale) ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return isDate ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}

/** Returns the birth date (YYYY-MM-DD) that a word stands for, if the word has a year. A two-digit year becomes the
 *  latest year that puts the date on or before `today`. */
export function birthDateOf(word: string, locale: string, today: string): string | undefined {
  const end = endOfDate(word, locale)
  if (end === undefined || end.startsWith('-')) return undefined
  return /^\d{4}/.test(end) ? end : [`20${end}`, `19${end}`].find((date) => date <= today)
}

/** Whether people write the month before the day, as in the United States. A locale without a region does not say. */
export const isMonthFirst = memoize(20, (locale: string): boolean => {
  if (new Intl.Locale(locale).region === undefined) return false
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0)
  return parts.find(({ type }) => type !== 'literal')?.type === 'month'
})

const minLetters = 3

/** Returns the number of the month whose name begins with the typed letters, without accents and case. Undefined if none
 *  does, or several do, as with "jui" in French. */
function monthOf(typed: string, locale: string): number | undefined {
  const letters = plainText(typed)
  const fitting = letters.length < minLetters ? [] : monthNames(locale).filter(([name]) => name.startsWith(letters))
  return fitting.length === 1 ? fitting[0]![1] : undefined
}

const monthNames = memoize(20, (locale: string): [string, number][] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => [plainText(format.format(Date.UTC(2005, month))), month + 1])
})
