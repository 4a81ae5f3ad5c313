import { connect } from '../../shared/access/connect.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { filtersOf } from './filters-of.ts'
import { daysOf, noFilters, type VisitsPlace } from './visits-place.ts'

// When the page aborts the request, the service stops counting.
const countForMs = 3_000

/** Counts the visits that the search would find before and after the shown days. Undefined while that is unknown, and in a search of
 *  all days.
 *  @param q the search, as the service takes it; empty for none */
export function useOtherDays(
  { view, filters: { hasTests } }: VisitsPlace,
  { from, to }: Period,
  q: string,
  today: string,
): number | undefined {
  const { token, entity } = useSignedIn().session
  const all = daysOf('all', today, today, 1)
  const others = [
    { from: all.from, to: least(all.to, addDays(from, -1)) },
    { from: greatest(all.from, addDays(to, 1)), to: all.to },
  ].filter((one) => one.from <= one.to)
  const key = view === 'all' || q === '' ? undefined : JSON.stringify([entity.id, others, hasTests, q])
  const { found } = useLoaded(key, async (_, signal) => {
    const client = connect(token, { signal, retries: 0, timeoutMs: countForMs })
    const filters = filtersOf({ ...noFilters, hasTests }, q)
    const counts = await Promise.all(others.map((one) => client.countVisits(entity.id, one.from, one.to, filters)))
    return counts.reduce((sum, count) => sum + count, 0)
  })
  return found
}

const least = (one: string, other: string) => (one < other ? one : other)
const greatest = (one: string, other: string) => (one > other ? one : other)
