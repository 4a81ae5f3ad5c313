import { plainText } from '../../../visits/search-text.ts'
import { columnNames } from './column-names.ts'

export interface Column {
  name: string
  values: string[]
}

/** In characters. */
const maxName = 256

/** Returns the columns by the fields that their names, or else their values, mean. */
export function columnsByMeaning(columns: Column[]): Map<string, Column> {
  const found = new Map<string, Column>()
  const rest = columns.filter((column) => {
    const name = plainText(
      // A file can have a name of any length.
      column.name
        .slice(0, maxName)
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll(/[_°]/g, (sign) => (sign === '_' ? ' ' : 'o')),
    ).trim()
    const match = columnNames.find(([meaning, words]) => !found.has(meaning) && words.test(name))
    const meaning = match && fits(match[0], column) ? match[0] : undefined
    if (meaning !== undefined) found.set(meaning, column)
    return meaning === undefined
  })
  for (const [meaning, test] of valueTests) {
    const column = found.has(meaning) ? undefined : rest.find(({ values }) => mostly(values, test))
    if (column) found.set(meaning, column)
  }
  return found
}

// Linear in the length of the cell: a file can have any.
const isMail = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const isPhone = /^\+?[\d ()./-]{8,20}$/
const isDate = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/
const isTime = /^\d{1,2}:\d{2}/

const valueTests: [meaning: string, test: RegExp][] = [
  ['email', isMail],
  ['date', isDate],
  ['time', isTime],
]

const tests: Record<string, RegExp> = { email: isMail, mobile: isPhone, whatsapp: isPhone, date: isDate, time: isTime }

/** Whether the values of a column do not contradict what its name means. */
const fits = (meaning: string, { values }: Column) => {
  const test = tests[meaning]
  return test === undefined || values.length === 0 || mostly(values, test)
}

const mostly = (values: string[], test: RegExp) =>
  values.length > 0 && values.filter((value) => test.test(value)).length * 2 > values.length
