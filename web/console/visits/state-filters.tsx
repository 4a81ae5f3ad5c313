import { useContext } from 'preact/hooks'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { signs } from '../../shared/look/state-badge.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { isFiltered } from './filters-of.ts'
import type { VisitCounts } from './use-visit-counts.ts'
import { type FilteredState, filteredStates, type PageFilters, withoutFilters } from './visits-place.ts'

interface Props {
  filters: PageFilters
  /** Undefined while unknown, and in a search of all days. */
  counts: VisitCounts | undefined
}

// As wide as a digit, so that nothing moves when the count comes.
const unknown = '\u2007'

/** The filters that are on or off. */
export function StateFilters({ filters, counts }: Props) {
  const { say, fill, locale } = useTexts('visits')
  const { go } = useContext(LocationContext)
  const tests = counts?.tests ?? 0
  return (
    <fieldset class="state-filters" aria-label={say.states}>
      {filteredStates.map((state) => (
        <StateFilter key={state} state={state} filters={filters} count={counts?.states[state]} />
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
          {fill(say.tests, { count: counts ? tests.toLocaleString(locale) : unknown })}
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
  count: number | undefined
}) {
  const words = useWords('states')
  const { locale } = useLanguage()
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
      {words[state]} <span class="count">{count?.toLocaleString(locale) ?? unknown}</span>
    </button>
  )
}
