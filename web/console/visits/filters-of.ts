import type { NotificationStatus, VisitFilters } from '../../../client/client.ts'
import { states as stateRules } from '../../../client/states.ts'
import { shownStates } from '../../shared/look/shown-state.ts'
import type { PageFilters } from './visits-place.ts'

export const pluginOf = ({ category, target }: Pick<NotificationStatus, 'category' | 'target'>) =>
  `${category}/${target}`

const allStates = Object.keys(shownStates) as NotificationStatus['state'][]

/** Returns the filters of the service for the page's filters and search. */
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
