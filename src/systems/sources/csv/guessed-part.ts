import type { ChosenColumn } from './choose-columns.ts'
import type { Meaning } from './header-words.ts'
import type { Source } from './mapping.ts'

export type ChosenColumns = ReadonlyMap<Meaning, ChosenColumn>

/** What decides between the forms of dates and of telephone numbers. */
export interface Habits {
  language: string
  country: string | undefined
  /** Whether most of the dates are before today. */
  isPast: (values: string[]) => boolean
  /** Whether the file names another zone than the clinic's. */
  isOtherZone: boolean
}

/** A field whose guess a person must check. */
export interface Doubt {
  field: string
  reason: string
  /** The columns that may have the field, the best guess first. */
  choices?: string[][]
}

/** A part of a guess: the source of a field, and the doubts about it. */
export interface Part {
  source?: string | Source
  doubts: Omit<Doubt, 'field'>[]
}

export const doubtReasons = {
  several: 'Several columns may have it.',
  weak: 'The name and the values of the column say little about it.',
  past: 'Most of these days are in the past.',
  midnight: 'All these times are midnight: the time may be in another column.',
  halfDay: 'No time is after 12:59, and some are before 7:00: AM and PM may be missing.',
  otherZone: 'The times may be those of another zone.',
  noDates: 'The dates have no known form.',
  noTimes: 'The times have no known form.',
  noTime: 'The day has no time.',
  noHeader: 'The first line looks like data: it is taken as a row, and the columns have numbers.',
  shortened: 'A spreadsheet has shortened its numbers, such as 2.98725E+13. Export the column as text.',
  repeated: 'Some rows have the same value. It must identify the visit.',
  counted: 'These are the numbers of the rows. Another file has other visits under the same numbers.',
  landlines: 'Some of these numbers are landlines, which get no texts.',
  noCountry: 'The mapping needs the country of its national numbers.',
} as const

/** The doubts about a column; `withRest` completes the columns of a field that has several. */
export function columnDoubts(
  { column, rival, isWeak }: ChosenColumn,
  withRest = (name: string) => [name],
): Part['doubts'] {
  if (rival) return [{ reason: doubtReasons.several, choices: [column, rival].map(({ name }) => withRest(name)) }]
  return isWeak ? [{ reason: doubtReasons.weak, choices: [withRest(column.name)] }] : []
}

/** The doubts about a field of two columns. If both have a rival, the pairs are the choices: one answer must settle both. */
export function pairDoubts(one: ChosenColumn, other: ChosenColumn, rest: string[] = []): Part['doubts'] {
  const ofOne = columnDoubts(one, (name) => [name, other.column.name, ...rest])
  const ofOther = columnDoubts(other, (name) => [one.column.name, name, ...rest])
  if (!one.rival || !other.rival) return [...ofOne, ...ofOther]
  const [first, second] = [one.column.name, one.rival.name]
  const [third, fourth] = [other.column.name, other.rival.name]
  const pairs = [
    [first, third],
    [second, fourth],
    [first, fourth],
    [second, third],
  ]
  return [{ reason: doubtReasons.several, choices: pairs.map((pair) => [...pair, ...rest]) }]
}
