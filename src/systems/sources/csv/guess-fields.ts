import type { Plugin } from '../../../visits/plugins/plugin.ts'
import { plugins } from '../../../visits/plugins/registry.ts'
import type { ChosenColumn } from './choose-columns.ts'
import { type Column, lineOf } from './column-scores.ts'
import { hasTime } from './date-format.ts'
import { guessDateFormat, isInstant } from './guess-date.ts'
import type { Meaning } from './header-words.ts'
import { fieldsOf, type Mapping, needsTime, type Source } from './mapping.ts'

export type ChosenColumns = ReadonlyMap<Meaning, ChosenColumn>

/** A field whose guess a person must check. */
interface Doubt {
  field: string
  reason: string
  /** The columns that may have the field, the best guess first. */
  choices?: string[][]
}

/** A part of a guess: the source of a field, and the doubts about it. */
interface Part {
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

/** Returns the plugin whose own required field has a column; otherwise, the first one. */
export function guessPlugin(columns: ChosenColumns): Plugin {
  const requires = (plugin: Plugin, name: string) => fieldsOf(plugin).get(name)?.isRequired ?? false
  const own = (plugin: Plugin) =>
    [...columns.keys()].some(
      (name) => requires(plugin, name) && !requires(plugins[0]!, name) && name !== 'params.doctor',
    )
  return plugins.find(own) ?? plugins[0]!
}

/** What decides between the forms of dates and of telephone numbers. */
interface Habits {
  language: string
  country: string | undefined
  /** Whether most of the dates are before today. */
  isPast: (values: string[]) => boolean
  /** Whether the file names another zone than the clinic's. */
  isOtherZone: boolean
}

/** Returns the fields of a mapping, and those that a person must check. */
export function guessFields(
  columns: ChosenColumns,
  plugin: Plugin,
  habits: Habits,
): { fields: Mapping['fields']; uncertain: Doubt[] } {
  const known = fieldsOf(plugin)
  const parts: [field: string, part: Part][] = [
    ...[...columns].flatMap(([meaning, chosen]): [string, Part][] =>
      known.has(meaning) && meaning !== 'contact.name' && meaning !== 'contact.birth_date'
        ? [[meaning, { source: chosen.column.name, doubts: allDoubts(meaning, chosen, habits) }]]
        : [],
    ),
    ['contact.name', guessName(columns)],
    ['contact.birth_date', guessBirthDate(columns, habits)],
    ...guessTimes(columns, habits, needsTime('params.when', plugin)),
  ]
  const found = parts.filter(([field, { source }]) => known.has(field) && source !== undefined)
  return {
    fields: Object.fromEntries(found.map(([field, { source }]) => [field, source!])),
    uncertain: parts.flatMap(([field, { doubts }]) =>
      known.has(field) ? doubts.map((doubt) => ({ field, ...doubt })) : [],
    ),
  }
}

/** The doubts about a column; `withRest` completes the columns of a field that has several. */
function columnDoubts({ column, rival, isWeak }: ChosenColumn, withRest = (name: string) => [name]): Part['doubts'] {
  if (rival) return [{ reason: doubtReasons.several, choices: [column, rival].map(({ name }) => withRest(name)) }]
  return isWeak ? [{ reason: doubtReasons.weak, choices: [withRest(column.name)] }] : []
}

/** The doubts about a field of two columns. If both have a rival, the pairs are the choices: one answer must settle both. */
function pairDoubts(one: ChosenColumn, other: ChosenColumn, rest: string[] = []): Part['doubts'] {
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

function guessName(columns: ChosenColumns): Part {
  const [first, last, whole] = (['contact.first_name', 'contact.last_name', 'contact.name'] as const).map((meaning) =>
    columns.get(meaning),
  )
  const second = columns.get('contact.second_last_name')?.column.name
  const joined = (one: ChosenColumn, other: ChosenColumn): Part => ({
    source: { columns: [one.column.name, other.column.name, ...(second === undefined ? [] : [second])], join: ' ' },
    doubts: pairDoubts(one, other),
  })
  const alone = (chosen: ChosenColumn): Part => ({ source: chosen.column.name, doubts: columnDoubts(chosen) })
  if (whole && !isPartOf(whole, first ?? last)) return alone(whole)
  if (first && last) return joined(first, last)
  // "Name" beside "Vorname" is the family name; "Nome" beside "Apelido" is the first one.
  if (first && whole) return joined(first, whole)
  if (last && whole) return joined(whole, last)
  const only = first ?? last ?? whole
  return only ? alone(only) : { doubts: [] }
}

/** Whether a column has only a part of the name: most of its values do not contain the name in the other column. */
function isPartOf({ column }: ChosenColumn, other: ChosenColumn | undefined): boolean {
  if (!other) return false
  const pairs = column.values
    .map((value, index) => [value, other.column.values[index]!])
    .filter(([, one]) => one !== '')
  const contained = pairs.filter(([value, one]) => value!.toLowerCase().includes(one!.toLowerCase()))
  return contained.length * 2 < pairs.length
}

/** The format of birth dates in a submission. */
const submittedDay = 'yyyy-MM-dd'

function guessBirthDate(columns: ChosenColumns, { language }: Habits): Part {
  const birth = columns.get('contact.birth_date')
  const guessed = birth && guessDateFormat(birth.column.values, language)
  if (!birth || !guessed) return { doubts: [] }
  const { name } = birth.column
  const { format, doubt } = guessed
  const doubts = [...columnDoubts(birth), ...(doubt === undefined ? [] : [{ reason: doubt }])]
  return { source: format === submittedDay ? name : { column: name, format }, doubts }
}

/** The start and the end of the visits. */
function guessTimes(columns: ChosenColumns, habits: Habits, isTimeNeeded: boolean): [field: string, part: Part][] {
  const [date, time, end] = (['date', 'time', 'end'] as const).map((meaning) => columns.get(meaning))
  if (!date) return []
  const alone = readTimes([date.column], habits)
  const rest = columns.get('meridiem') ? [columns.get('meridiem')!.column] : []
  const together = time && alone.isWithoutTime ? readTimes([date.column, time.column, ...rest], habits) : undefined
  const when = together ?? alone
  const dated = { ...date, isWeak: date.isWeak && when.reasons.length === 0 }
  const doubts = [
    ...(together
      ? pairDoubts(
          dated,
          time!,
          rest.map(({ name }) => name),
        )
      : columnDoubts(dated)),
    ...when.reasons.map((reason) => ({ reason })),
    ...(habits.isOtherZone ? [{ reason: doubtReasons.otherZone }] : []),
    ...(isTimeNeeded && when.format !== undefined && !hasTime(when.format) ? [{ reason: doubtReasons.noTime }] : []),
  ]
  const ending = guessEnd(columns.get('end date')?.column ?? date.column, when, end?.column, habits)
  return [
    ['params.when', { source: when.source, doubts }],
    ...(ending
      ? [['params.end', { source: ending, doubts: columnDoubts(end ?? date).slice(0, end ? 1 : 0) }] as [string, Part]]
      : []),
  ]
}

interface ReadTimes {
  source: string | Source
  format?: string
  isWithoutTime: boolean
  hasRanges: boolean
  reasons: string[]
}

function readTimes(columns: Column[], { language, isPast }: Habits): ReadTimes {
  const [date, time] = columns as [Column, Column?]
  const texts = date.values
    .map((_, index) =>
      columns
        .map(({ values }) => values[index]!)
        .filter((cell) => cell !== '')
        .join(' '),
    )
    .filter((text) => text !== '')
  const names = columns.map(({ name }) => name)
  const source = names.length > 1 ? { columns: names } : { column: date.name }
  const past = isPast(date.values) ? [doubtReasons.past] : []
  if (!time && texts.length > 0 && texts.every(isInstant))
    return { source: date.name, isWithoutTime: false, hasRanges: false, reasons: past }
  const guessed = guessDateFormat(texts, language)
  if (!guessed || (time && !guessed.isWithTime))
    return {
      source,
      isWithoutTime: false,
      hasRanges: false,
      reasons: [time ? doubtReasons.noTimes : doubtReasons.noDates],
    }
  const { format, doubt, isMidnight, isHalfDay, isWithTime, hasRanges } = guessed
  const midnight = isWithTime && isMidnight ? [doubtReasons.midnight] : []
  return {
    source: { ...source, format },
    format,
    isWithoutTime: !isWithTime || isMidnight,
    hasRanges,
    reasons: [
      ...(doubt === undefined ? [] : [doubt]),
      ...past,
      ...midnight,
      ...(isHalfDay ? [doubtReasons.halfDay] : []),
    ],
  }
}

/** The end of the visits: that of the ranges in the column of the start, or a time of the same day, or a date and time. */
function guessEnd(date: Column, when: ReadTimes, end: Column | undefined, habits: Habits): Source | string | undefined {
  if (when.hasRanges) return when.source
  if (!end) return undefined
  const own = guessDateFormat(end.values, habits.language)
  if (own?.isWithTime || (end.values.length > 0 && end.values.every(isInstant))) return readTimes([end], habits).source
  const { source, format } = readTimes([date, end], habits)
  return format === undefined ? undefined : source
}

/** A doubt about the values of a column says more than the one about its name. */
function allDoubts(meaning: Meaning, chosen: ChosenColumn, habits: Habits): Part['doubts'] {
  const ofValues = valueDoubts(meaning, chosen.column, habits)
  return [...columnDoubts({ ...chosen, isWeak: chosen.isWeak && ofValues.length === 0 }), ...ofValues]
}

/** The doubts about the values of a column. */
function valueDoubts(meaning: Meaning, { values: all }: Column, { country }: Habits): Part['doubts'] {
  const values = all.filter((value) => value !== '')
  const kinds = meaning === 'mobile' ? values.map((value) => lineOf(value, country)) : []
  const isNational = values.some((value) => !/^(?:\+|00)/.test(value))
  const found: [boolean, string][] = [
    [
      meaning.endsWith('external_id') && values.some((value) => /^\d[.,]?\d*E\+\d+$/i.test(value)),
      doubtReasons.shortened,
    ],
    [meaning === 'external_id' && new Set(values).size < values.length, doubtReasons.repeated],
    [
      meaning === 'external_id' && values.length > 2 && values.every((value, index) => value === `${index + 1}`),
      doubtReasons.counted,
    ],
    [kinds.filter((kind) => kind === 'landline').length * 4 > kinds.length, doubtReasons.landlines],
    [(meaning === 'mobile' || meaning === 'whatsapp') && isNational && country === undefined, doubtReasons.noCountry],
  ]
  return found.flatMap(([isDoubtful, reason]) => (isDoubtful ? [{ reason }] : []))
}
