import { useContext } from 'preact/hooks'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { signs } from '../../look/state-badge.tsx'
import { LocationContext } from '../../page-location.ts'
import { isFiltered } from './filter-visits.ts'
import { type FilteredState, filteredStates, type PageFilters, withoutFilters } from './visits-place.ts'

interface Props {
  filters: PageFilters
  counts: Record<FilteredState, number>
  tests: number
}

/** The filters that are on or off. */
export function StateFilters({ filters, counts, tests }: Props) {
  const say = useWords('visits')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const { go } = useContext(LocationContext)
  return (
    <fieldset class="state-filters" aria-label={say.states}>
      {filteredStates.map((state) => (
        <StateFilter key={state} {...{ state, filters }} count={counts[state]} />
      ))}
      <button
        type="button"
        aria-pressed={filters.isUnreached}
        onClick={() => go({ reached: filters.isUnreached ? undefined : 'false' })}
      >
        {say.notReached}
      </button>
      {(tests > 0 || filters.hasTests) && (
        <button
          type="button"
          aria-pressed={filters.hasTests}
          onClick={() => go({ tests: filters.hasTests ? undefined : 'true' })}
        >
          {fill(say.tests, { count: tests.toLocaleString(locale) })}
        </button>
      )}
      {isFiltered(filters) && (
        <button type="button" class="quiet" onClick={() => go(withoutFilters)}>
          {say.clear}
        </button>
      )}
    </fieldset>
  )
}

function StateFilter({
  state,
  filters: { states },
  count,
}: {
  state: FilteredState
  filters: PageFilters
  count: number
}) {
  const words = useWords('states')
  const { locale } = useContext(LanguageContext)
  const { go } = useContext(LocationContext)
  const isChosen = states.includes(state)
  const toggled = isChosen ? states.filter((one) => one !== state) : [...states, state]
  return (
    <button
      type="button"
      class={`state ${state}`}
      aria-pressed={isChosen}
      onClick={() => go({ state: toggled.join(' ') || undefined })}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={signs[state]} />
      </svg>
      {words[state]} <span class="count">{count.toLocaleString(locale)}</span>
    </button>
  )
}
