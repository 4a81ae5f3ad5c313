import { useContext } from 'preact/hooks'
import { useTexts } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { OtherDaysCount, useSearchOfAllDays } from './other-days.tsx'
import { type VisitsPlace, withoutFilters } from './visits-place.ts'

interface Props {
  place: VisitsPlace
  period: Period
  /** Whether the search in all days has no word yet. */
  isUnasked: boolean
  /** Whether a filter or the search hides visits. */
  isNarrowed: boolean
  /** How many visits the search would find on other days, if that is known. */
  otherDays: number | undefined
}

/** Says what would be in the list, and how it gets there. */
export function EmptyList({ place: { view }, period, isUnasked, isNarrowed, otherDays }: Props) {
  const { say, fill, locale } = useTexts('visits')
  const { place } = useContext(LocationContext)
  const [from, to] = [writtenDay(period.from, locale, 'medium'), writtenDay(period.to, locale, 'medium')]
  const searchOfAllDays = useSearchOfAllDays()
  const link = (change: object) => hrefOf({ ...place, tab: 'visits', ...change })
  return (
    <div class="empty">
      {isUnasked && <p>{fill(say.empty.unasked, { from, to })}</p>}
      {!isUnasked && view === 'all' && <p>{fill(say.empty.notFound, { from, to })}</p>}
      {view !== 'all' && isNarrowed && (
        <>
          <p>{say.empty.narrowed}</p>
          {place.find && <p class="hint">{otherDays ? <OtherDaysCount count={otherDays} /> : ''}</p>}
          <p class="row">
            {place.find && (
              <a class="button" href={searchOfAllDays}>
                {say.searchAll}
              </a>
            )}
            <a class="button" href={link({ ...withoutFilters, find: undefined })}>
              {say.clear}
            </a>
          </p>
        </>
      )}
      {view !== 'all' && !isNarrowed && (
        <>
          <p>{say.empty[view]}</p>
          <p class="hint">{say.empty.how}</p>
        </>
      )}
    </div>
  )
}
