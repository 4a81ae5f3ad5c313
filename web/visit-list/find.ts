import { hasTelephone, searchTerms } from '../../client/words.ts'
import { endOfDate, joinDate } from './birth-date.ts'
import type { ListedVisit, ListVisit } from './listed-visit.ts'

/** Returns whether a visit matches each of the typed words: a word of the visit begins with it, it is the birth date, or a
 *  telephone has its digits. */
export function matching(typed: string, isMonthFirst: boolean): (listed: ListedVisit) => boolean {
  const terms = searchTerms(joinDate(typed)).map((term) => ({ ...term, end: endOfDate(term.typed, isMonthFirst) }))
  return ({ search, visit: { contact } }) =>
    terms.every(
      ({ word, end, telephones }) =>
        search.includes(word) ||
        (end !== undefined && contact.birth_date?.endsWith(end)) ||
        hasTelephone(search, telephones),
    )
}

export const find = <Visit extends ListVisit>(visits: ListedVisit<Visit>[], typed: string, isMonthFirst: boolean) =>
  visits.filter(matching(typed, isMonthFirst))

/** Returns the typed text for the service, which takes birth dates as YYYY-MM-DD alone. */
export const forService = (typed: string, isMonthFirst: boolean): string =>
  joinDate(typed)
    .trim()
    .split(/\s+/)
    .map((word) => wholeDate(endOfDate(word, isMonthFirst)) ?? word)
    .join(' ')

const wholeDate = (end: string | undefined) => (end !== undefined && /^\d{4}-/.test(end) ? end : undefined)
