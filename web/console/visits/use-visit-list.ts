import { useMemo } from 'preact/hooks'
import { connect } from '../../shared/access/connect.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useLanguage } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { usePages } from '../../shared/loading/use-pages.ts'
import { addDays, type ClinicTime } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { useLostAccess } from '../use-lost-access.ts'
import { useReloads } from '../use-reloads.ts'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { askedVisits, listVisits } from './asked-visits.ts'
import { filtersOf } from './filters-of.ts'
import { useFilterValues } from './use-filter-values.ts'
import { useVisitCounts } from './use-visit-counts.ts'
import { rowsOf } from './visit-rows.ts'
import { daysOf, noFilters, type VisitsPlace } from './visits-place.ts'

const pageSize = 200

interface ShownPlace {
  place: VisitsPlace
  period: Period
  today: string
  time: ClinicTime
  /** The search, once the typing pauses. */
  settled: string
}

/** The visits of the list, their rows, and their counts. */
export function useVisitList({ place, period, today, time, settled }: ShownPlace, onRefused: SessionControl['close']) {
  const { session } = useSignedIn()
  const { locale } = useLanguage()
  const { view, by } = place
  const [reloads, reload] = useReloads()
  useAfterVisit(reload)
  const asked = askedVisits(place, period, settled, today, locale)
  const key = JSON.stringify([session.entity.id, asked])
  const list = usePages(
    key,
    pageSize,
    // One entry more than a page shows whether the list has more.
    (client) => listVisits(client, session.entity.id, asked, pageSize + 1),
    reloads.list,
  )
  useLostAccess(list.error, onRefused)
  const { items, hasMore } = list
  return {
    list,
    asked,
    reload,
    rows: useMemo(() => rowsOf(items, { by, view, today, time, locale }), [items, by, view, today, time, locale]),
    values: useFilterValues(period, items, hasMore && view !== 'all', locale),
    counts: useVisitCounts(place, period, asked.q, reloads.counts),
    otherDays: useOtherDays(place, period, asked.q, today),
  }
}

export type VisitList = ReturnType<typeof useVisitList>

// When the page aborts the request, the service stops counting.
const countForMs = 3_000

/** Counts the visits that the search would find before and after the shown days. Undefined while that is unknown, and in a search of
 *  all days.
 *  @param q the search, as the service takes it; empty for none */
function useOtherDays(
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
