import { useContext } from 'preact/hooks'
import { textOf, useWords } from '../../shared/language.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { useGroupNames } from '../figures/group-names.ts'
import { groupings } from '../figures/use-figures.ts'
import { type VisitsOfNumber, withoutFilters } from './visits-place.ts'

/** Says which number of the figures the list is behind, and leads to all visits of these days. */
export function NumberFilter({ number: { counted, counted_by, group } }: { number: VisitsOfNumber }) {
  const { states, clear } = useWords('visits')
  const { over, toCome } = useWords('rates')
  const { go } = useContext(LocationContext)
  const by = groupings.find((one) => one === counted_by)
  const nameOfGroup = useGroupNames(by ?? 'doctor')
  const [part, name] = counted!.split('.')
  const words = part === 'over' ? over : toCome
  const parts = [words.title, textOf(words.names, name!), by && nameOfGroup(group)]
  return (
    <fieldset class="state-filters" aria-label={states}>
      <strong dir="auto">{parts.filter(Boolean).join(' · ')}</strong>
      <button type="button" class="quiet" onClick={() => go(withoutFilters)}>
        {clear}
      </button>
    </fieldset>
  )
}
