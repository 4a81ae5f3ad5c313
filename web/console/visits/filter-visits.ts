import type { NotificationStatus, VisitFilters } from '../../../client/client.ts'
import { isUnreached as isUnreachedVisit, states as stateRules } from '../../../client/states.ts'
import { shownStates } from '../../look/shown-state.ts'
import type { ListedVisit } from '../../visit-list/listed-visit.ts'
import { type FilteredState, filteredStates, type PageFilters } from './visits-place.ts'

/** A visit of the list, as the service has it. */
export type Found = ListedVisit<NotificationStatus & { starts_at: string }>

export interface FilteredVisits {
  shown: Found[]
  /** How many visits the search finds, before the filters. */
  found: number
  /** How many visits pass the other filters, by state. */
  counts: Record<FilteredState, number>
  /** How many of the loaded visits are tests. */
  tests: number
}

/** Filters visits, and counts their states, in one pass. */
export function filterVisits(
  visits: Found[],
  { states, plugin, doctor, place, isUnreached, hasTests }: PageFilters,
  matches: (one: Found) => boolean,
): FilteredVisits {
  const counts = Object.fromEntries(filteredStates.map((state) => [state, 0])) as Record<FilteredState, number>
  const shown: Found[] = []
  let [found, tests] = [0, 0]
  for (const one of visits) {
    const { visit } = one
    if (visit.test) tests++
    if ((visit.test && !hasTests) || !matches(one)) continue
    found++
    const passes =
      (plugin === undefined || pluginOf(visit) === plugin) &&
      (doctor === undefined || visit.params.doctor === doctor) &&
      (place === undefined || visit.params.place === place) &&
      (!isUnreached || isUnreachedVisit(visit))
    if (!passes) continue
    const state = shownStates[visit.state] as FilteredState
    counts[state]++
    if (states.length === 0 || states.includes(state)) shown.push(one)
  }
  return { shown, found, counts, tests }
}

export const pluginOf = ({ category, target }: Pick<NotificationStatus, 'category' | 'target'>) =>
  `${category}/${target}`

const allStates = Object.keys(shownStates) as NotificationStatus['state'][]

/** The filters of the service for the same visits. */
export function filtersOf(
  { states, plugin, doctor, place, isUnreached, hasTests }: PageFilters,
  q: string,
): VisitFilters {
  const [category, target] = plugin?.split('/') ?? []
  return {
    state: allStates.filter((state) => {
      const shown = shownStates[state]
      // A visit that the clinic withdrew is for the worklist: the page does not know whether the contact was told of it.
      if (isUnreached && !stateRules[state].isCurrent) return false
      return shown !== undefined && (states.length === 0 || states.some((one) => one === shown))
    }),
    ...(category !== undefined && { category: [category] }),
    ...(target !== undefined && { target: [target] }),
    ...(doctor !== undefined && { doctor: [doctor] }),
    ...(place !== undefined && { place: [place] }),
    ...(isUnreached && { reached: 'false' as const }),
    ...(!hasTests && { test: 'false' as const }),
    ...(q !== '' && { q }),
  } as VisitFilters
}

/** Whether a filter other than the search is set. */
export const isFiltered = ({ states, plugin, doctor, place, isUnreached }: PageFilters) =>
  states.length > 0 || plugin !== undefined || doctor !== undefined || place !== undefined || isUnreached
