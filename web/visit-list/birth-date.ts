const three = /(?<!\d)(\d{1,4})[/.-]?\s+(\d{1,2})[/.-]?\s+(\d{1,4})(?!\d)/g
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/
const yearLast = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?[/.-]?$/
const digits = /^(\d\d)(\d\d)(\d{4})$/
const digitsYearFirst = /^((?:19|20)\d\d)(\d\d)(\d\d)$/

/** Joins a date that was typed with spaces: "29 2 1980" and "29. 2. 1980" become "29-2-1980". */
export const joinDate = (typed: string) => typed.replace(three, '$1-$2-$3')

/** Returns the end of a date (YYYY-MM-DD) that a word stands for, or undefined if the word is not a date. The year may have
 *  two digits, or be absent: "29/2/80" is "80-02-29", and "29.2." is "-02-29". */
export function endOfDate(word: string, isMonthFirst: boolean): string | undefined {
  const [, year, month, day] = yearFirst.exec(word) ?? digitsYearFirst.exec(word) ?? []
  const end = year && dateOf(year, month!, day!)
  if (end) return end
  const [, first, second, last = ''] = yearLast.exec(word) ?? digits.exec(word) ?? []
  if (!first || !second) return undefined
  const [dayFirst, monthFirst] = [dateOf(last, second, first), dateOf(last, first, second)]
  return isMonthFirst ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return isDate ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}

/** Whether people write the month before the day, as in the United States. A locale without a region does not say. */
export function isMonthFirst(locale: string): boolean {
  if (new Intl.Locale(locale).region === undefined) return false
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0)
  return parts.find(({ type }) => type !== 'literal')?.type === 'month'
}
