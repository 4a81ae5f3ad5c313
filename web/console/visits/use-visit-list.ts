import { useContext, useMemo, useRef } from 'preact/hooks'
import { searchedWords } from '../../../client/words.ts'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext } from '../../language.tsx'
import { useTyped } from '../../page-location.ts'
import { matching } from '../../visit-list/find.ts'
import { useReloads } from '../use-reloads.ts'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { filterVisits } from './filter-visits.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { useAsked } from './use-asked.ts'
import { useOtherDays } from './use-other-days.ts'
import { isHeading, rowsOf } from './visit-rows.ts'
import { daysOf, type VisitsPlace, weekStartOf } from './visits-place.ts'

/** The rows of the list, how they came about, and what the user types. */
export function useVisitList(
  session: Session,
  place: VisitsPlace,
  today: string,
  time: ClinicTime,
  onRefused: SessionControl['close'],
) {
  const { locale } = useContext(LanguageContext)
  const { view, day, by, filters } = place
  const [typed, setTyped, settled] = useTyped('find')
  const [reloads, reload] = useReloads()
  useAfterVisit(reload)
  const period = daysOf(view, day, today, weekStartOf(locale))
  const first = useRef<string>(undefined)
  const asked = useAsked(session, { place, period, today, settled, generation: reloads.list, first }, onRefused)
  const { visits } = asked.loaded

  const words = useAfterPaint(typed)
  const matches = useMemo(() => matching(words, locale), [words, locale])
  const filterKey = useAfterPaint(JSON.stringify(filters))
  const filtered = useMemo(() => filterVisits(visits, JSON.parse(filterKey), matches), [visits, filterKey, matches])
  const { shown, found } = filtered
  const rows = useMemo(() => rowsOf(shown, { by, view, today, time, locale }), [shown, by, view, today, time, locale])
  const isWholeHere = words === settled && asked.loaded.state === 'read' && !asked.isFilteredByService
  const otherDays = useOtherDays(session, { place, today, q: asked.q }, isWholeHere ? found : undefined)
  /** Notes which visits the user sees, for the reload of a long list. */
  const onScroll = (index: number) => {
    const row = rows.slice(index, index + 3).find((one) => !isHeading(one))
    first.current = row && 'found' in row ? row.found.visit.starts_at : undefined
  }
  return {
    ...{ ...asked, ...filtered, period, rows, typed, setTyped, settled, reload, onScroll, otherDays },
    isSearch: searchedWords(typed).length > 0,
    isUnasked: view === 'all' && searchedWords(settled).length === 0,
  }
}

export type VisitList = ReturnType<typeof useVisitList>
