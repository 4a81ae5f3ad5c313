import type { Column } from './column-scores.ts'
import { hasTime } from './date-format.ts'
import { guessDateFormat, isInstant } from './guess-date.ts'
import { type ChosenColumns, columnDoubts, doubtReasons, type Habits, type Part, pairDoubts } from './guessed-part.ts'
import type { Source } from './mapping.ts'

/** The format of birth dates in a submission. */
const submittedDay = 'yyyy-MM-dd'

export function guessBirthDate(columns: ChosenColumns, { language }: Habits): Part {
  const birth = columns.get('contact.birth_date')
  const guessed = birth && guessDateFormat(birth.column.values, language)
  if (!birth || !guessed) return { doubts: [] }
  const { name } = birth.column
  const { format, doubt } = guessed
  const doubts = [...columnDoubts(birth), ...(doubt === undefined ? [] : [{ reason: doubt }])]
  return { source: format === submittedDay ? name : { column: name, format }, doubts }
}

/** The start and the end of the visits. */
export function guessTimes(
  columns: ChosenColumns,
  habits: Habits,
  isTimeNeeded: boolean,
): [field: string, part: Part][] {
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
