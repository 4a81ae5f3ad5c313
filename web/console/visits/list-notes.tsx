import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import type { Pages } from '../../shared/loading/use-pages.ts'
import { Fault } from '../../shared/look/fault.tsx'
import type { VisitCounts } from './use-visit-counts.ts'
import type { Visit } from './visit-rows.ts'
import type { PageFilters } from './visits-place.ts'

interface CountProps {
  list: Pages<Visit>
  filters: PageFilters
  counts: VisitCounts | undefined
}

/** The number of visits of the list. */
export function Count({ list, filters, counts }: CountProps) {
  const { say, fill, locale } = useTexts('visits')
  const shown = list.items.length.toLocaleString(locale)
  const count = list.hasMore ? (countOf(filters, counts)?.toLocaleString(locale) ?? `${shown}+`) : shown
  return (
    <p class="hint" role="status">
      {list.readAt && fill(say.count, { count })} {list.state === 'reading' && say.loading}
    </p>
  )
}

/** Returns how many visits pass all filters. */
const countOf = ({ states }: PageFilters, counts: VisitCounts | undefined): number | undefined =>
  counts &&
  Object.entries(counts.states)
    .filter(([state]) => states.length === 0 || states.some((one) => one === state))
    .reduce((sum, [, count]) => sum + count, 0)

interface ListFailureProps {
  list: Pages<Visit>
}

/** Warns that the list is out of date. */
export function ListFailure({ list: { state, readAt, more } }: ListFailureProps) {
  const { time } = useSignedIn()
  const work = useWords('work')
  const { fill } = useLanguage()
  if (state !== 'failed') return null
  return (
    <Fault>
      {work.failing} {readAt && fill(work.asOf, { at: time.time(readAt) })}{' '}
      <button type="button" onClick={more}>
        {work.again}
      </button>
    </Fault>
  )
}
