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

interface GuessedFormat {
  format: string
  /** Why the format may be wrong. */
  doubt?: string
}

/** Guesses the format of dates, or of dates and times, in one column or in two. Undefined if no format fits all values. */
export function guessDateFormat(columns: string[][], language: string): GuessedFormat | undefined {
  const [first = [], second] = columns
  if (second) {
    const date = guessDateFormat([first], language)
    const time = times.find((format) =>
      fits(
        second.map((value) => `01/01/2000 ${value}`),
        `dd/MM/yyyy ${format}`,
      ),
    )
    return date && time ? { ...date, format: `${date.format} ${time}` } : undefined
  }
  const found = dateFormats.filter((format) => fits(first, format))
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

const fits = (values: string[], format: string) =>
  values.length > 0 && values.every((value) => typeof parseLocal(value, format) !== 'string')
