import { useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { FilterFields } from './filter-fields.tsx'
import { isFiltered } from './filters-of.ts'
import { StateFilters } from './state-filters.tsx'
import type { FilterValues } from './use-filter-values.ts'
import type { VisitCounts } from './use-visit-counts.ts'
import type { VisitsPlace } from './visits-place.ts'

interface Props {
  place: VisitsPlace
  typed: string
  values: FilterValues
  counts: VisitCounts | undefined
  onType: (text: string) => void
}

/** The search and the filters of the list. */
export function FilterBar({ place, typed, values, counts, onType }: Props) {
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
      <FilterFields place={place} values={values} isOpen={isOpen} />
      <StateFilters filters={filters} counts={counts} />
    </search>
  )
}
