import { parseLocal } from './date-format.ts'

const orders = [
  ['d', 'M', 'y'],
  ['M', 'd', 'y'],
  ['y', 'M', 'd'],
]
const separators = ['/', '-', '.']
const times = ['HH:mm', 'H:mm', 'HH:mm:ss', 'H:mm:ss']

// With fixed digits before variable ones, which accept both.
const lengths = [
  { d: 'dd', M: 'MM', y: 'yyyy' },
  { d: 'd', M: 'M', y: 'yyyy' },
  { d: 'dd', M: 'MM', y: 'yy' },
  { d: 'd', M: 'M', y: 'yy' },
] as Record<string, string>[]

const dates = lengths.flatMap((tokens) =>
  orders.flatMap((order) => separators.map((separator) => order.map((part) => tokens[part]!).join(separator))),
)

/** The formats that a guess can have. */
export const dateFormats = dates.flatMap((date) => [date, ...times.map((time) => `${date} ${time}`)])

/** Languages of countries that write the month first. */
const monthFirst = /^en-(US|PH)$/

/** Whether a text is an instant, which needs no format. */
export const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text)

interface GuessedFormat {
  format: string
  /** Why the format may be wrong. */
  doubt?: string
}

/** Guesses the format of dates, or of dates and times, in one column or in two. Undefined if no format fits more than half of the values:
 *  the others may be faults. */
export function guessDateFormat(columns: string[][], language: string): GuessedFormat | undefined {
  const [first = [], second] = columns
  if (second) {
    const date = guessDateFormat([first], language)
    const [time] = fitting(second, times, (value, format) => isLocal(`01/01/2000 ${value}`, `dd/MM/yyyy ${format}`))
    return date && time ? { ...date, format: `${date.format} ${time}` } : undefined
  }
  const found = fitting(first, dateFormats, isLocal)
  const [format] = found.toSorted((one, other) => Number(isMonthFirst(other)) - Number(isMonthFirst(one)))
  const preferred = monthFirst.test(language) ? format : found[0]
  if (preferred === undefined) return undefined
  const isAmbiguous = found.some(
    (one) => isMonthFirst(one) !== isMonthFirst(preferred) && !one.startsWith('y') && !preferred.startsWith('y'),
  )
  return {
    format: preferred,
    ...(isAmbiguous && { doubt: 'No day is later than the 12th: the month may come first, or the day.' }),
  }
}

const isMonthFirst = (format: string) => format.startsWith('M')

const isLocal = (value: string, format: string) => typeof parseLocal(value, format) !== 'string'

/** Returns the formats that fit the most values, if these are more than half of them. */
function fitting(values: string[], formats: string[], fits: (value: string, format: string) => boolean): string[] {
  const counts = formats.map((format) => values.filter((value) => fits(value, format)).length)
  const max = Math.max(...counts)
  return max * 2 > values.length ? formats.filter((_, index) => counts[index] === max) : []
}
