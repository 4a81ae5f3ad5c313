import { IntlMessageFormat } from 'intl-messageformat'
import { type Dialect, directionOf } from './languages.ts'

export type Values = Record<string, string | number>

/** Fills a text of ICU MessageFormat. If a value ends with a period, drops a period right after it. */
export function format(text: string, values: Values, language: Dialect): string {
  if (typeof text === 'string' && !text.includes('{')) return text
  // The library joins texts with their surroundings, but keeps objects apart.
  const given = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? [value] : value])
  const parts = messageFormat(text, language).formatToParts<string[]>(Object.fromEntries(given))
  return joined(
    parts.map(({ value }) => value),
    language,
  )
}

/** Joins texts and values. A value is anything but a string, such as a list with one string. */
export function joined(parts: readonly unknown[], language: Dialect): string {
  const isRightToLeft = directionOf(language) === 'rtl'
  let filled = ''
  for (const value of parts) {
    if (typeof value !== 'string') filled += isRightToLeft ? isolated(String(value)) : confined(String(value))
    else filled += filled.endsWith('.') && value.startsWith('.') ? value.slice(1) : value
  }
  return filled
}

const cached = new Map<Dialect, Map<string, IntlMessageFormat>>()

// The build of the pages has parsed the texts already. A cache, since parsing takes 20 times as long as formatting.
function messageFormat(text: string, language: Dialect): IntlMessageFormat {
  const formats = cached.get(language) ?? new Map<string, IntlMessageFormat>()
  cached.set(language, formats)
  const known = formats.get(text) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  formats.set(text, known)
  return known
}

// Letters of scripts from left to right, or a telephone number.
const leftToRight = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]|^\+?\d[\d ()./-]{3,}$/u

/** Keeps the order of a name or a number within a text from right to left (UAX #9). Programs that find links would take the
 *  mark after a link as a part of it. */
const isolated = (value: string) =>
  leftToRight.test(value) && !/^https?:|[\u202a-\u202e\u2066-\u2068]/.test(value)
    ? `\u2068${value}\u2069`
    : confined(value)

/** Ends the overrides and isolates of direction that a value begins, so that they do not reorder the text after it. */
const confined = (value: string) =>
  /[\u202a-\u202e\u2066\u2067]/.test(value) ? `\u2068${value.replaceAll(/[\u2066-\u2069]/g, '')}\u2069` : value

/** Removes these marks from a text, for texts that are compared or whose values come later. */
export const unisolated = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
