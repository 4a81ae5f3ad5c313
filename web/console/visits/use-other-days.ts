import { useEffect, useState } from 'preact/hooks'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { filtersOf } from './filter-visits.ts'
import { daysOf, noFilters, type VisitsPlace } from './visits-place.ts'

// When the page aborts the request, the service stops counting.
const countForMs = 3_000

interface Search {
  place: VisitsPlace
  today: string
  /** The search, as the service takes it. Empty for none. */
  q: string
}

/** Counts the visits that the search would find on other days. Undefined while that is unknown, and in a search of all days.
 *  @param here how many it finds on the shown days; undefined while that is unknown */
export function useOtherDays(
  { token, entity }: Session,
  { place: { view, filters }, today, q }: Search,
  here: number | undefined,
): number | undefined {
  const { hasTests } = filters
  const key = view === 'all' || q === '' ? '' : JSON.stringify([entity.id, today, hasTests, q])
  const [counted, setCounted] = useState({ key: '', count: 0 })
  useEffect(() => {
    if (key === '' || key === counted.key) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 0, timeoutMs: countForMs })
    const { from, to } = daysOf('all', today, today, 1)
    client.countVisits(entity.id, from, to, filtersOf({ ...noFilters, hasTests }, q)).then(
      (count) => !ending.signal.aborted && setCounted({ key, count }),
      // The page still leads to the search of all days.
      () => {},
    )
    return () => ending.abort()
  }, [token, key])
  if (here === undefined || key === '' || counted.key !== key) return undefined
  return Math.max(0, counted.count - here)
}
