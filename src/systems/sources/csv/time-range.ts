import { type LocalTime, parseLocal, splitAtTime } from './date-format.ts'

interface LocalRange {
  start: LocalTime
  end: LocalTime
}

// A hyphen between digits can be part of a date: each place is tried.
const separators = /\s*[-–—~]\s*|\s+(?:to|until|a|às|as|até|bis|hasta|à|الى|إلى)\s+/giu
const meridiem = /\s?(?:[ap]\.?\s?m\.?|[صم])$/iu
const unit = /\s?(?:h|uhr)\.?$/i

/** In characters: two dates in words are shorter. Each dash is tried. */
const maxLength = 100

/** Reads a range such as 14:30 – 15:00, after the date that the format begins with. Undefined for other texts. */
export function parseRange(text: string, format: string): LocalRange | undefined {
  if (text.length > maxLength) return undefined
  const [, timeFormat] = splitAtTime(format)
  for (const { index, 0: separator } of text.matchAll(separators)) {
    const [first, last] = [text.slice(0, index), text.slice(index + separator.length)]
    const endTime = parseLocal(last, timeFormat)
    const ending = typeof endTime === 'string' ? parseLocal(last, format) : endTime
    const start = typeof ending === 'string' ? undefined : startOf(first, last, format, endTime)
    if (!start || typeof ending === 'string') continue
    const end = ending === endTime ? { ...start, hour: ending.hour, minute: ending.minute } : ending
    if (minutesOf(start) < minutesOf(end)) return { start, end }
  }
  return undefined
}

const minutesOf = ({ year, month, day, hour, minute }: LocalTime) =>
  Date.UTC(year, month - 1, day, hour, minute) / 60_000

/** Reads the start of a range. "2:30 – 3:00 PM" and "9 – 10 Uhr" have the same sign for both; "11:30 – 12:30 PM" begins in the
 *  morning. */
function startOf(first: string, last: string, format: string, end: LocalTime | string): LocalTime | undefined {
  const [sign = ''] = meridiem.exec(last) ?? unit.exec(last) ?? []
  const candidates = [first, first + sign, ...(meridiem.test(sign) ? [`${first} am`] : [])]
  const read = candidates.map((text) => parseLocal(text, format)).filter((one) => typeof one !== 'string')
  return read.find((one) => typeof end === 'string' || one.hour * 60 + one.minute < end.hour * 60 + end.minute)
}

/** Reads a date and time; of a range, the start or the end. */
export function parseSide(text: string, format: string, side: keyof LocalRange): ReturnType<typeof parseLocal> {
  const parsed = parseLocal(text, format)
  return parsed === 'form' ? (parseRange(text, format)?.[side] ?? 'form') : parsed
}
