import { memoize } from '../../../platform/scheduling/memoize.ts'

/** The parts of a date format, and how many digits each has. */
const tokens: Record<string, { part: Part; digits: string }> = {
  yyyy: { part: 'year', digits: '\\d{4}' },
  yy: { part: 'year', digits: '\\d{2}' },
  MM: { part: 'month', digits: '\\d{2}' },
  M: { part: 'month', digits: '\\d{1,2}' },
  dd: { part: 'day', digits: '\\d{2}' },
  d: { part: 'day', digits: '\\d{1,2}' },
  HH: { part: 'hour', digits: '\\d{2}' },
  H: { part: 'hour', digits: '\\d{1,2}' },
  mm: { part: 'minute', digits: '\\d{2}' },
  ss: { part: 'second', digits: '\\d{2}' },
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

const century = 2_000
const runs = /([A-Za-z])\1*|[^A-Za-z]+/g

/** Returns the tokens of a format; undefined if it has other letters, or a part twice. */
function tokensOf(format: string): string[] | undefined {
  const found = (format.match(runs) ?? []).filter((run) => /[A-Za-z]/.test(run))
  const parts = found.map((token) => tokens[token]?.part)
  return parts.includes(undefined) || new Set(parts).size < parts.length ? undefined : found
}

const parts = (format: string) => tokensOf(format)?.map((token) => tokens[token]!.part) ?? []

/** Whether the format has a day of the calendar, and known tokens only. */
export const isDateFormat = (format: string) =>
  (['year', 'month', 'day'] as const).every((part) => parts(format).includes(part))

/** Whether the format has a time of the day. */
export const hasTime = (format: string) => parts(format).includes('hour')

export const dateFormatRule = `must have a year, a month and a day, and only the tokens ${Object.keys(tokens).join(', ')}`

/** The expression that texts of the format match, with a group for each token. */
export const expressionOf = memoize(
  100,
  (format: string) =>
    new RegExp(
      `^${(format.match(runs) ?? []).map((run) => (tokens[run] ? `(${tokens[run].digits})` : RegExp.escape(run))).join('')}$`,
    ),
)

/** Returns the parts of a text that has the form of a format. They may not be in the calendar. */
export function partsOf(text: string, format: string): Record<Part, number> | undefined {
  const [, ...digits] = expressionOf(format).exec(text) ?? []
  if (digits.length === 0) return undefined
  const fields: Partial<Record<Part, number>> = { hour: 0, minute: 0, second: 0 }
  for (const [index, token] of tokensOf(format)!.entries())
    fields[tokens[token]!.part] = Number(digits[index]) + (token === 'yy' ? century : 0)
  return fields as Record<Part, number>
}

/** Why a text is not a local time: it does not have the form, or has a date or a time that does not exist. */
type NoLocalTime = 'form' | 'date' | 'time'

/** Returns the local date and time of a text. A format without a time is the start of the day. */
export function parseLocal(text: string, format: string): Temporal.PlainDateTime | NoLocalTime {
  const fields = partsOf(text, format)
  if (!fields) return 'form'
  const { year, month, day, hour, minute, second } = fields
  const options = { overflow: 'reject' } as const
  const date = attempt(() => Temporal.PlainDate.from({ year, month, day }, options))
  if (!date) return 'date'
  const time = attempt(() => Temporal.PlainTime.from({ hour, minute, second }, options))
  return time ? date.toPlainDateTime(time) : 'time'
}

function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
