import { hasTime, type LocalTime } from './date-format.ts'
import { fittingFormats } from './fitting-formats.ts'
import { parseRange, parseSide } from './time-range.ts'

/** Languages of countries that write the month first. */
const monthFirst = /^en-(US|PH)$/

/** Whether a text is an instant, which needs no format. */
export const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)

interface GuessedFormat {
  format: string
  /** Why the format may be wrong. */
  doubt?: string
  isWithTime: boolean
  /** Whether all times are midnight. */
  isMidnight: boolean
  /** Whether the times may lack AM and PM. */
  isHalfDay: boolean
  hasRanges: boolean
}

const monthOrDay = 'No day is later than the 12th: the month may come first, or the day.'

/** Guesses the format of dates, or of dates and times. Undefined if no format fits more than half of the texts: the others may be
 *  faults. */
export function guessDateFormat(all: string[], language: string): GuessedFormat | undefined {
  const texts = all.filter((text) => text !== '')
  const found = fittingFormats(texts)
  const [format] = found.toSorted((one, other) => Number(isMonthFirst(other)) - Number(isMonthFirst(one)))
  const preferred = monthFirst.test(language) ? format : found[0]
  if (preferred === undefined) return undefined
  const isAmbiguous =
    found.some(
      (one) => isMonthFirst(one) !== isMonthFirst(preferred) && !one.startsWith('y') && !preferred.startsWith('y'),
    ) ||
    (found.some((one) => one.startsWith('yy-')) && texts.every((text) => /^(?:2[4-9]|3\d)-/.test(text)))
  const read = texts.map((text) => parseSide(text, preferred, 'start')).filter((one) => typeof one !== 'string')
  return {
    format: preferred,
    ...(isAmbiguous && { doubt: monthOrDay }),
    isWithTime: hasTime(preferred),
    isMidnight: read.every(({ hour, minute }) => hour === 0 && minute === 0),
    isHalfDay: isHalfDay(preferred, read),
    hasRanges: texts.filter((text) => parseRange(text, preferred) !== undefined).length * 2 > texts.length,
  }
}

/** Nobody is seen at 2:30 in the morning, and a day of visits has some after 13:00. */
const isHalfDay = (format: string, read: LocalTime[]) =>
  hasTime(format) &&
  !/\ba\b/.test(format) &&
  read.every(({ hour, offset }) => hour <= 12 && offset === undefined) &&
  read.some(({ hour }) => hour >= 1 && hour < 7)

const isMonthFirst = (format: string) => /^(?:EEE\S* )?M/.test(format)
