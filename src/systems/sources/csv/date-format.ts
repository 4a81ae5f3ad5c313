import { memoize } from '../../../platform/scheduling/memoize.ts'
import { fold } from '../../../visits/search-text.ts'
import { monthOfName } from './month-names.ts'

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'afternoon' | 'offset'

interface Token {
  expression: string
  part?: Part
  /** Returns undefined for a text that has no such value. */
  read?: (text: string) => number | undefined
}

// The formats of a guess read the same texts.
const folded = memoize(2_000, fold)

const century = 2_000
const digits = (expression: string, part: Part, read: Token['read'] = Number): Token => ({ expression, part, read })

/** The letters of Unicode's date patterns (UTS 35) that a format can have. */
const tokens: Record<string, Token> = {
  yyyy: digits('\\d{4}', 'year'),
  yy: digits('\\d{2}', 'year', (text) => century + Number(text)),
  MMM: { expression: '\\p{L}[\\p{L}\\p{M} ]*?\\.?', part: 'month', read: monthOfName },
  MM: digits('\\d{2}', 'month'),
  M: digits('\\d{1,2}', 'month'),
  dd: digits('\\d{2}', 'day'),
  d: digits('\\d{1,2}', 'day'),
  // A weekday says nothing that the date does not say.
  EEE: { expression: '\\p{L}[\\p{L}\\p{M}-]*\\.?' },
  HH: digits('\\d{2}', 'hour'),
  H: digits('\\d{1,2}', 'hour'),
  h: digits('\\d{1,2}', 'hour', (text) => (Number(text) >= 1 && Number(text) <= 12 ? Number(text) : undefined)),
  mm: digits('\\d{2}', 'minute'),
  ss: digits('\\d{2}', 'second'),
  SSS: { expression: '\\d{1,9}' },
  a: { expression: '[ap]\\.?\\s?m\\.?|[صم]', part: 'afternoon', read: (text) => Number(/^[pم]/i.test(text)) },
  XXX: { expression: 'Z|[+-]\\d{2}(?::?\\d{2})?', part: 'offset', read: offsetMinutes },
}
tokens.MMMM = tokens.MMM!
tokens.EEEE = tokens.EEE!

function offsetMinutes(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The format of dates as a spreadsheet stores them: days since the end of 1899, whose fraction is the time. */
export const serialFormat = 'excel'

// A quoted text, a run of one letter, or any other character.
const pieces = /'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z]/g
const isLetters = (piece: string) => /^[A-Za-z]/.test(piece)
const piecesOf = (format: string): string[] => format.match(pieces) ?? []

interface Compiled {
  expression: RegExp
  /** Finds the form at the start of a longer text. */
  opening: RegExp
  /** The token of each group. */
  tokens: Token[]
}

/** Returns undefined for a format with other letters, with a part twice, or with a bracket that is not closed. */
const compile = memoize(2_000, (format: string): Compiled | undefined => {
  const all = piecesOf(format)
  const found = all.filter(isLetters).map((piece) => tokens[piece])
  const parts = found.flatMap((token) => token?.part ?? [])
  if (found.includes(undefined) || new Set(parts).size < parts.length) return undefined
  try {
    const source = `^${all.map(expressionOf).join('')}`
    return {
      expression: new RegExp(`${source}$`, 'iu'),
      opening: new RegExp(`${source}(?!\\d)`, 'iu'),
      tokens: found as Token[],
    }
  } catch {
    return undefined
  }
})

function expressionOf(piece: string, index: number, all: string[]): string {
  if (piece === '[') return '(?:'
  if (piece === ']') return ')?'
  // "9:00AM" beside "9:00 AM".
  if (piece === ' ') return all[index + 1] === 'a' ? '\\s*' : '\\s+'
  if (piece.startsWith("'")) return RegExp.escape(fold(piece.slice(1, -1).replaceAll("''", "'") || "'"))
  return isLetters(piece) ? `(${tokens[piece]!.expression})` : RegExp.escape(piece)
}

/** Returns the text after the date at its beginning. Undefined if it does not begin with a date of the format. */
export function restAfter(text: string, format: string): string | undefined {
  const [matched] = compile(format)!.opening.exec(folded(text)) ?? []
  return matched === undefined || typeof parseLocal(matched, format) === 'string'
    ? undefined
    : folded(text).slice(matched.length)
}

const partsIn = (format: string): (Part | undefined)[] =>
  format === serialFormat ? ['year', 'month', 'day', 'hour'] : (compile(format)?.tokens ?? []).map(({ part }) => part)

/** Whether the format has a day of the calendar, and known tokens only. */
export const isDateFormat = (format: string) =>
  (['year', 'month', 'day'] as const).every((part) => partsIn(format).includes(part))

/** Whether the format has a time of the day. */
export const hasTime = (format: string) => partsIn(format).includes('hour')

export const dateFormatRule = `must have a year, a month and a day, and only the tokens ${Object.keys(tokens).join(', ')}, texts in apostrophes, and optional parts in brackets; or be ${serialFormat}`

/** A date and time on a clock. With an offset (minutes east of UTC), it is an instant. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  offset?: number
}

/** Why a text is not a local time: it does not have the form, or has a date or a time that does not exist. */
type NoLocalTime = 'form' | 'date' | 'time'

/** Returns the local date and time of a text. A format without a time is the start of the day, and one without a date has any
 *  day. Some browsers lack Temporal. */
export function parseLocal(text: string, format: string): LocalTime | NoLocalTime {
  return format === serialFormat ? readSerial(text) : readParts(text, format)
}

function readParts(text: string, format: string): LocalTime | NoLocalTime {
  const compiled = compile(format)
  const [matched, ...groups] = compiled?.expression.exec(folded(text)) ?? []
  if (matched === undefined) return 'form'
  const read: Partial<Record<Part, number>> = {}
  for (const [index, { part, read: readText }] of compiled!.tokens.entries()) {
    const group = groups[index]
    if (part === undefined || group === undefined) continue
    const value = readText!(group)
    if (value === undefined) return part === 'month' ? 'form' : 'time'
    read[part] = value
  }
  const { year = 2_000, month = 1, day = 1, hour = 0, minute = 0, second = 0, afternoon, offset } = read
  const onClock = afternoon === undefined ? hour : afternoon === 1 ? (hour % 12) + 12 : hour % 12
  const local = {
    year,
    month,
    day,
    hour: hour > 12 ? hour : onClock,
    minute,
    second,
    ...(offset !== undefined && { offset }),
  }
  return faultOf(local) ?? local
}

function faultOf({ year, month, day, hour, minute, second }: LocalTime): NoLocalTime | undefined {
  const date = new Date(Date.UTC(2000, month - 1, day))
  // Date.UTC takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return 'date'
  return hour > 23 || minute > 59 || second > 59 ? 'time' : undefined
}

const daySeconds = 86_400

/** Two cells, a day and a time, are two numbers. The decimal sign may be a comma. */
function readSerial(text: string): LocalTime | NoLocalTime {
  if (!/^\d{1,6}([.,]\d+)?( 0?([.,]\d+)?)?$/.test(text)) return 'form'
  const serial = text.split(' ').reduce((sum, number) => sum + Number(number.replace(',', '.')), 0)
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * daySeconds) * 1_000)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return { year, month, day, hour, minute, second }
}

/** Returns the parts of a format before and from its time, for texts that two columns have. */
export const splitAtTime = memoize(2_000, (format: string): [date: string, time: string] => {
  const all = piecesOf(format)
  const index = all.findIndex((piece) => tokens[piece]?.part === 'hour')
  return [all.slice(0, index).join('').trim(), all.slice(index).join('')]
})
