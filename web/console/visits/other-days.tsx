import { useContext } from 'preact/hooks'
import { useTexts, useWords } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { withoutFilters } from './visits-place.ts'

/** The number of matches on other days, with a link to the search of all days. */
export function OtherDays({ count }: { count: number | undefined }) {
  const { searchAll } = useWords('visits')
  const isMore = count !== undefined && count > 0
  return (
    <p class="other-days">
      {isMore && (
        <>
          <OtherDaysCount count={count} /> –{' '}
        </>
      )}
      <a href={useSearchOfAllDays()}>{searchAll}</a>
    </p>
  )
}

export function OtherDaysCount({ count }: { count: number }) {
  const { say, fill, locale } = useTexts('visits')
  return <>{fill(say.otherDays, { count: count.toLocaleString(locale) })}</>
}

/** Returns the address of the same search in all days. */
export function useSearchOfAllDays(): string {
  const { place } = useContext(LocationContext)
  return hrefOf({ ...place, ...withoutFilters, tab: 'visits', view: 'all' })
}
