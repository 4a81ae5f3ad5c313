import { useMemo } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useLanguage } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { useLostAccess } from '../use-lost-access.ts'
import { useReloads } from '../use-reloads.ts'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { askedVisits, listVisits } from './asked-visits.ts'
import { useFilterValues } from './use-filter-values.ts'
import { useOtherDays } from './use-other-days.ts'
import { useVisitCounts } from './use-visit-counts.ts'
import { rowsOf } from './visit-rows.ts'
import type { VisitsPlace } from './visits-place.ts'

const pageSize = 200

interface Listed {
  place: VisitsPlace
  period: Period
  today: string
  time: ClinicTime
  /** The search, once the typing pauses. */
  settled: string
}

/** The visits of the list, their rows, and their counts. */
export function useVisitList({ place, period, today, time, settled }: Listed, onRefused: SessionControl['close']) {
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
    // One more than a page tells whether the list has more.
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
