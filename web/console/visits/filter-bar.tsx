import { useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Found, isFiltered } from './filter-visits.ts'
import { StateFilters } from './state-filters.tsx'
import type { FilteredState, VisitsPlace } from './visits-place.ts'

interface Props {
  place: VisitsPlace
  /** The loaded visits, before the filters. */
  visits: Found[]
  /** The days of the visits. */
  days: string
  typed: string
  counts: Record<FilteredState, number>
  tests: number
  onType: (text: string) => void
}

/** The search and the filters of the list. */
export function FilterBar({ place, visits, days, typed, counts, tests, onType }: Props) {
  const say = useWords('visits')
  const { filters } = place
  const [isOpen, setOpen] = useState(false)
  return (
    <search class="filter-bar">
      <input
        type="search"
        aria-label={say.find}
        placeholder={say.find}
        autocomplete="off"
        spellcheck={false}
        maxLength={128}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <button type="button" class="more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {say.filters}
        {isFiltered(filters) && <span class="dot" />}
      </button>
      <FilterFields {...{ place, visits, days, isOpen }} />
      <StateFilters {...{ filters, counts, tests }} />
    </search>
  )
}
