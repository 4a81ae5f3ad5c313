import type { NotificationStatus, VisitFilters } from '../../../client/client.ts'
import { states as stateRules } from '../../../client/states.ts'
import { shownStates } from '../../shared/look/shown-state.ts'
import type { PageFilters } from './visits-place.ts'

export const pluginOf = ({ category, target }: Pick<NotificationStatus, 'category' | 'target'>) =>
  `${category}/${target}`

const allStates = Object.keys(shownStates) as NotificationStatus['state'][]

/** Returns the filters of the service for the page's filters and search. */
export function filtersOf(
  { states, plugin, doctor, place, isUnreached, hasTests, number }: PageFilters,
  q: string,
): VisitFilters {
  const [category, target] = plugin?.split('/') ?? []
  const shared = {
    ...(category !== undefined && { category: [category] }),
    ...(target !== undefined && { target: [target] }),
    ...(doctor !== undefined && { doctor: [doctor] }),
    ...(place !== undefined && { place: [place] }),
    ...(q !== '' && { q }),
  }
  // The number says which visits it has: also those that the clinic has moved since.
  if (number) return { ...shared, ...number } as VisitFilters
  return {
    ...shared,
    state: allStates.filter((state) => {
      const shown = shownStates[state]
      // A visit that the clinic withdrew is for the worklist: the page does not know whether the contact was told of it.
      if (isUnreached && !stateRules[state].isCurrent) return false
      return shown !== undefined && (states.length === 0 || states.some((one) => one === shown))
    }),
    ...(isUnreached && { reached: 'false' as const }),
    ...(!hasTests && { test: 'false' as const }),
  } as VisitFilters
}

/** Whether a filter other than the search is set. */
export const isFiltered = ({ states, plugin, doctor, place, isUnreached, number }: PageFilters) =>
  number !== undefined ||
  states.length > 0 ||
  plugin !== undefined ||
  doctor !== undefined ||
  place !== undefined ||
  isUnreached
