import { languages } from '../../../platform/languages/languages.ts'
import { memoize } from '../../../platform/scheduling/memoize.ts'
import { fold } from '../../../visits/search-text.ts'

// Countries with names of their own, such as Jänner, and the two further calendars of names in Arabic.
const locales = [...languages, 'de-AT', 'ar-LB', 'ar-DZ', 'ar-MA']

/** In letters: "ma" would be March, May or mars. */
const minLetters = 3

const plain = (name: string) =>
  fold(name)
    .replaceAll(/[^\p{L} ]/gu, '')
    .trim()

/** The months by the names that they have in our languages, and by each beginning of a name. */
let monthsByName: Map<string, Set<number>> | undefined

function readMonths(): Map<string, Set<number>> {
  const months = new Map<string, Set<number>>()
  for (const locale of locales)
    for (const style of ['long', 'short'] as const)
      for (let month = 1; month <= 12; month++) {
        const date = Date.UTC(2026, month - 1, 15)
        const name = plain(
          new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { month: style, timeZone: 'UTC' }).format(date),
        )
        for (let length = Math.min(minLetters, name.length); length <= name.length; length++) {
          const start = name.slice(0, length)
          months.set(start, (months.get(start) ?? new Set()).add(month))
        }
      }
  return months
}

/** Returns the month that a name or its beginning means in one of our languages, from 1: Dec, dezembro, déc., Dez. Undefined
 *  for other words, and for beginnings of several months. */
export const monthOfName = memoize(1_000, (name: string): number | undefined => {
  monthsByName ??= readMonths()
  const [month, ...others] = monthsByName.get(plain(name)) ?? []
  return others.length === 0 ? month : undefined
})
