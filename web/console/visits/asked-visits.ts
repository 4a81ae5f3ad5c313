import type { Client, VisitFilters } from '../../../client/client.ts'
import { searchedWords } from '../../../client/words.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { forService } from '../../shared/visits/find.ts'
import { filtersOf } from './filters-of.ts'
import type { Visit } from './visit-rows.ts'
import type { VisitsPlace } from './visits-place.ts'

// The service accepts at most this many words, but somebody may paste a long name.
const maxWords = 8

/** What the page asks the service for. */
export interface AskedVisits {
  /** The days in the order of the list: a search in all days lists the past ones last. */
  periods: Period[]
  filters: VisitFilters
  /** The search, as the service takes it. Empty for none. */
  q: string
  /** Whether the search in all days has no word yet. Then the page asks for nothing. */
  isUnasked: boolean
}

export function askedVisits(
  { view, filters }: VisitsPlace,
  { from, to }: Period,
  typed: string,
  today: string,
  locale: string,
): AskedVisits {
  const isWord = searchedWords(typed).length > 0
  const words = forService(typed, locale, today).split(' ').slice(0, maxWords)
  const q = isWord ? words.join(' ') : ''
  const past = { from, to: addDays(today, -1) }
  return {
    periods: view === 'all' ? [{ from: today, to }, past] : [{ from, to }],
    filters: filtersOf(filters, q),
    q,
    isUnasked: view === 'all' && !isWord,
  }
}

/** Lists the visits, which all have a start. Each request reads at most `limit` of them. */
export async function* listVisits(
  client: Client,
  entityId: string,
  { periods, filters, isUnasked }: AskedVisits,
  limit?: number,
): AsyncGenerator<Visit> {
  if (isUnasked) return
  for (const { from, to } of periods) {
    yield* client.visits(entityId, from, to, filters, limit) as AsyncGenerator<Visit>
  }
}
