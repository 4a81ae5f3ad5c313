import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import type { Period } from '../../shared/time/period.ts'
import { filtersOf } from './filters-of.ts'
import { type FilteredState, filteredStates, noFilters, type VisitsPlace } from './visits-place.ts'

export interface VisitCounts {
  /** How many visits pass the search and the other filters, by state. */
  states: Record<FilteredState, number>
  /** How many visits of the days are tests. */
  tests: number
}

/** Counts the visits of some days in the service. Undefined while unknown, in a search of all days, which is too long, and of the visits of a number, which says it. */
export function useVisitCounts(
  { view, filters }: VisitsPlace,
  { from, to }: Period,
  q: string,
  generation: number,
): VisitCounts | undefined {
  const { entity } = useSignedIn().session
  const others = JSON.stringify({ ...filters, states: [] })
  const { found } = useLoaded(
    view === 'all' || filters.number ? undefined : `${entity.id} ${from} ${to}`,
    async (client) => {
      const [tests, ...counts] = await Promise.all([
        client.countVisits(entity.id, from, to, { ...filtersOf(noFilters, ''), test: 'true' }),
        ...filteredStates.map((state) =>
          client.countVisits(entity.id, from, to, filtersOf({ ...filters, states: [state] }, q)),
        ),
      ])
      const states = Object.fromEntries(filteredStates.map((state, index) => [state, counts[index]!]))
      return { tests: tests!, states: states as VisitCounts['states'] }
    },
    `${generation} ${others} ${q}`,
  )
  return found
}
