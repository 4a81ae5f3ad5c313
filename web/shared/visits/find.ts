import { hasTelephone, searchTerms } from '../../../client/words.ts'
import { birthDateOf, endOfDate, joinDate } from './birth-date.ts'
import type { ListedVisit } from './listed-visit.ts'

/** Returns whether a visit matches each of the typed words: a word of the visit begins with it, it is the birth date, or a
 *  telephone has its digits. */
function matching(typed: string, locale: string): (listed: ListedVisit) => boolean {
  const terms = searchTerms(joinDate(typed, locale)).map((term) => ({ ...term, end: endOfDate(term.typed, locale) }))
  return ({ search, visit: { contact } }) =>
    terms.every(
      ({ word, end, telephones }) =>
        search.includes(word) ||
        (end !== undefined && contact.birth_date?.endsWith(end)) ||
        hasTelephone(search, telephones),
    )
}

export const find = <Listed extends ListedVisit>(visits: Listed[], typed: string, locale: string) =>
  visits.filter(matching(typed, locale))

/** Returns the typed text for the service, which takes birth dates only as YYYY-MM-DD. */
export const forService = (typed: string, locale: string, today: string): string =>
  joinDate(typed, locale)
    .trim()
    .split(/\s+/)
    .map((word) => birthDateOf(word, locale, today) ?? word)
    .join(' ')
