import { memoize } from '../../../platform/scheduling/memoize.ts'
import { fold } from '../../../visits/search-text.ts'
import { parseLocal, restAfter, serialFormat } from './date-format.ts'
import { monthOfName } from './month-names.ts'
import { parseSide } from './time-range.ts'

const orders = ['d M y', 'M d y', 'y M d']
const separators = ['/', '-', '.']

// With fixed digits before variable ones, which accept both.
const lengths = [
  { d: 'dd', M: 'MM', y: 'yyyy' },
  { d: 'd', M: 'M', y: 'yyyy' },
  { d: 'dd', M: 'MM', y: 'yy' },
  { d: 'd', M: 'M', y: 'yy' },
] as Record<string, string>[]

const numeric = lengths.flatMap((tokens) =>
  orders.flatMap((order) =>
    separators.map((separator) =>
      order
        .split(' ')
        .map((part) => tokens[part]!)
        .join(separator),
    ),
  ),
)

const withNames = [
  'd MMM yyyy',
  'd-MMM-yyyy',
  'd/MMM/yyyy',
  'd. MMM yyyy',
  'd MMM yy',
  'd-MMM-yy',
  'd. MMM yy',
  'MMM d, yyyy',
  'MMM d yyyy',
  "MMM d['st']['nd']['rd']['th'][,] yyyy",
  "d['st']['nd']['rd']['th'] MMM[,] yyyy",
  "d 'de' MMM 'de' yyyy",
  "d 'de' MMM 'del' yyyy",
  "d['er'] MMM yyyy",
  'yyyy-MMM-d',
  'yyyy MMM d',
]

const dates = [...numeric, 'yyyyMMdd', ...withNames]

// Where formats read a text alike, the first one wins.
const times = [
  'HH:mm',
  'H:mm',
  'HH:mm:ss',
  'H:mm:ss',
  'H:mm[:ss][.SSS]',
  'h:mm[:ss] a',
  'h[:mm] a',
  'H:mm[:ss] a',
  "H'h'[mm]",
  "H[ ]'h'[ ][mm]['min']",
  "H:mm[ ]'h'['s'][.]",
  "H[ ]'hs'[.]",
  "H[:mm] 'uhr'",
  'H.mm',
  "H.mm 'uhr'",
  'H.mm a',
  'HHmm',
  'Hmm',
  'HH:mm[:ss][.SSS][ ]XXX',
  'H:mm[:ss][.SSS][[ ]XXX]',
]

// The day of a time without a day, and the time of a day without a time, in programs that store both together.
const emptyDays = ['30/12/1899', '12/30/1899', '1899-12-30', '01/01/1900', '1900-01-01', '01/01/1970', '1970-01-01']
const emptyTimes = ['00:00:00', '00:00', '0:00:00', '0:00', '00:00:00.000', "12:00:00 'am'", "12:00 'am'"]

/** What stands between a date and its time. */
const joints = [
  ' ',
  "'T'",
  ', ',
  ' - ',
  ' | ',
  " 'as' ",
  " 'at' ",
  " 'um' ",
  ", 'um' ",
  " 'a' ",
  " 'a las' ",
  ", 'a las' ",
  ...[...emptyTimes, ...emptyDays].map((empty) => ` ${empty} `),
]

/** In texts. The cache keeps no long keys: 25 long dates are one. */
const maxTexts = 25

/** Returns the formats that most of the texts fit, as dates or as dates and times. Some rows may have a fault. The first one is
 *  the most usual; others may read the texts differently. */
export const fittingFormats = (texts: string[]): string[] => fittingJoined(texts.slice(0, maxTexts).join('\n'))

// A guess reads a column several times, alone and with its time.
const fittingJoined = memoize(200, (joined) => {
  const texts = joined.split('\n')
  const prefix = hasWeekdays(texts) ? 'EEE[,] ' : ''
  const dated = best(
    texts,
    dates.map((date) => prefix + date),
    (text, format) => restAfter(text, format) !== undefined,
  )
  const readable = texts.filter((text) => dated.some((format) => restAfter(text, format) !== undefined))
  const rests = readable.flatMap((text) => dated.flatMap((format) => restAfter(text, format) ?? []))
  const isWithTime = mostly(rests, (rest) => /\d/.test(rest))
  const formats = isWithTime ? dated.flatMap((date) => withTimes(date, rests)) : dated
  const found = best(readable, formats, (text, format) => typeof parseSide(text, format, 'start') !== 'string')
  return found.length > 0 || !mostly(texts, isSerial) ? found : [serialFormat]
})

const mostly = (texts: string[], fits: (text: string) => boolean) => texts.filter(fits).length * 2 > texts.length

const hasWeekdays = (texts: string[]) =>
  mostly(texts, (text) => {
    const [, word, digits] = /^(\p{L}[\p{L}\p{M}-]*)\.?,?\s+(\d+[-./]\d)?/u.exec(text) ?? []
    // "Mar." is March, martes and mardi: a date of digits follows a weekday.
    return word !== undefined && (digits !== undefined || monthOfName(word) === undefined)
  })

/** Combines a date with the times, and with the joints that most of the texts have after it. */
function withTimes(date: string, rests: string[]): string[] {
  const isUsed = (joint: string) => mostly(rests, (rest) => rest.startsWith(fold(joint.replaceAll("'", ''))))
  return joints.filter(isUsed).flatMap((joint) => times.map((time) => `${date}${joint}${time}`))
}

/** Returns the formats that fit the most texts, if these are more than half of them. */
function best(texts: string[], formats: string[], fits: (text: string, format: string) => boolean): string[] {
  const count = new Map<string, number>()
  for (const text of texts) count.set(text, (count.get(text) ?? 0) + 1)
  const counts = formats.map((format) =>
    [...count].reduce((sum, [text, times]) => sum + (fits(text, format) ? times : 0), 0),
  )
  const max = Math.max(0, ...counts)
  return max * 2 > texts.length ? formats.filter((_, index) => counts[index] === max) : []
}

// From 1990 to 2100: a key or a telephone number is rarely such a number.
const isSerial = (text: string) => {
  const local = parseLocal(text, serialFormat)
  return typeof local !== 'string' && local.year >= 1990 && local.year < 2100
}
