import { memoize, plainText } from '../../../client/words.ts'

const minLetters = 3

/** Returns the number of the month whose name begins with the typed letters, without accents and case. Undefined if none
 *  does, or several do, as with "jui" in French. */
export function monthOf(typed: string, locale: string): number | undefined {
  const letters = plainText(typed)
  const fitting = letters.length < minLetters ? [] : monthNames(locale).filter(([name]) => name.startsWith(letters))
  return fitting.length === 1 ? fitting[0]![1] : undefined
}

const monthNames = memoize(20, (locale: string): [string, number][] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => [plainText(format.format(Date.UTC(2005, month))), month + 1])
})
