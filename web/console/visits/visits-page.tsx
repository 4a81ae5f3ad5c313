import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { NotificationStatus } from '../../../client/client.ts'
import { searchedWords } from '../../../client/words.ts'
import { ClinicChoice } from '../../access/clinic-choice.tsx'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { LocationContext, useTyped } from '../../page-location.ts'
import { forService, matching } from '../../visit-list/find.ts'
import type { Period } from '../period.ts'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { useReloads } from '../work/use-worklist.ts'
import { DaysBar } from './days-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, filterVisits, isFiltered } from './filter-visits.ts'
import { RowList } from './row-list.tsx'
import { type Asked, type Loaded, useVisits } from './use-visits.ts'
import { GroupHeading, VisitButton } from './visit-row.tsx'
import { type Row, rowsOf } from './visit-rows.ts'
import { VisitsButtons } from './visits-buttons.tsx'
import { daysOf, type VisitsPlace, visitsPlaceOf, weekStartOf } from './visits-place.ts'
import './visits.css'
import '../../visit-list/visit-row.css'

export interface VisitsProps {
  control: SessionControl
  session: Session
  time: ClinicTime
  today: string
}

/** A hospital has up to 20,000 visits a day (docs/decisions/0058). */
const maxVisits = 20_000
const maxFound = 1_000

/** The visits of a day or a week, and a search in all days. */
export function Visits({ control, session, time, today }: VisitsProps) {
  const say = useWords('visits')
  const { locale } = useContext(LanguageContext)
  const pageLocation = useContext(LocationContext)
  const place = visitsPlaceOf(pageLocation.place, today)
  // The rows are drawn again only when they change.
  const latestGo = useRef(pageLocation.go)
  latestGo.current = pageLocation.go
  const openVisit = useCallback(({ id }: NotificationStatus) => latestGo.current({ visit: id }), [])
  const { view, day, by, filters } = place
  const [typed, setTyped, settled] = useTyped('find')
  const [reloads, reload] = useReloads()
  const now = useNow()
  const period = daysOf(view, day, today, weekStartOf(locale))
  const first = useRef<string>(undefined)
  const { loaded, filteredBy } = useAsked(session, place, period, settled, today, reloads.list, first, control.close)
  useAfterVisit(reload)

  const words = useAfterPaint(typed)
  const matches = useMemo(() => matching(words, locale), [words, locale])
  const filterKey = useAfterPaint(JSON.stringify(filters))
  const { shown, counts, tests } = useMemo(
    () => filterVisits(loaded.visits, JSON.parse(filterKey), matches),
    [loaded.visits, filterKey, matches],
  )
  const isSeveralDays = view !== 'day'
  const rows = useMemo(() => rowsOf(shown, by, isSeveralDays, time, locale), [shown, by, isSeveralDays, time, locale])
  const isUnasked = view === 'all' && searchedWords(settled).length === 0
  const isNarrowed = isFiltered(filters) || searchedWords(typed).length > 0

  const renderRow = useCallback(
    (row: Row, isTabStop: boolean) =>
      'found' in row ? (
        <VisitButton
          {...{ now, time, isTabStop }}
          visit={row.found.visit}
          isBelowDoctor={by === 'doctor'}
          isWithDay={by === 'doctor' && isSeveralDays}
          onOpen={openVisit}
        />
      ) : (
        <GroupHeading {...row} isDay={by === 'time'} />
      ),
    [now, time, by, isSeveralDays],
  )

  return (
    <main class="visits">
      <ClinicChoice control={control} session={session} />
      <section class="card" aria-labelledby="visits" aria-busy={loaded.state === 'reading' && !loaded.readAt}>
        <DaysBar {...{ view, day, period, today }} />
        <FilterBar
          {...{ place, typed, counts, tests }}
          visits={loaded.visits}
          days={JSON.stringify(period)}
          onType={setTyped}
        />
        <div class="above-rows">
          <Count shown={shown.length} all={loaded.visits.length - (filters.hasTests ? 0 : tests)} loaded={loaded} />
          <VisitsButtons
            {...{ session, time, period, shown, isMore: loaded.isCut }}
            filters={filtersOf(filters, forService(settled, locale, today))}
          />
        </div>
        <Notes
          loaded={loaded}
          time={time}
          isSearch={view === 'all'}
          isFilteredByService={filteredBy}
          onAgain={reload}
        />
        {loaded.readAt && loaded.state !== 'reading' && rows.length === 0 && (
          <EmptyList {...{ place, period, isUnasked, isNarrowed }} />
        )}
        {isUnasked && loaded.visits.length === 0 && !loaded.readAt && (
          <EmptyList {...{ place, period, isUnasked, isNarrowed }} />
        )}
        <div class={by === 'doctor' && isSeveralDays ? 'rows with-days' : 'rows'}>
          <RowList
            rows={rows}
            label={say.list}
            isHeading={isHeading}
            onScroll={(index) => {
              const row = rows.slice(index, index + 2).find((one) => !isHeading(one))
              first.current = row && 'found' in row ? row.found.visit.starts_at : undefined
            }}
            render={renderRow}
          />
        </div>
      </section>
    </main>
  )
}

const isHeading = (row: Row) => 'group' in row

/** Asks for all visits of the days, so that the page can filter and count them at once. If they are too many, or on all days, the
 *  service filters them. */
function useAsked(
  session: Session,
  { view, filters }: VisitsPlace,
  period: Period,
  typed: string,
  today: string,
  generation: number,
  first: { current: string | undefined },
  onRefused: SessionControl['close'],
) {
  const { locale } = useContext(LanguageContext)
  const [cutDays, setCutDays] = useState<string>()
  const days = JSON.stringify(period)
  const isSearch = view === 'all'
  const isWord = searchedWords(typed).length > 0
  const filteredBy = isSearch || (cutDays === days && (isFiltered(filters) || isWord))
  const q = isWord ? forService(typed, locale, today) : ''
  const asked: Asked | undefined =
    isSearch && !isWord
      ? undefined
      : { period, filters: filteredBy ? filtersOf(filters, q) : {}, max: isSearch ? maxFound : maxVisits }
  const loaded = useVisits(session, asked, generation, () => first.current, onRefused)
  useEffect(() => {
    if (loaded.isCut && !filteredBy) setCutDays(days)
  }, [loaded.isCut, filteredBy, days])
  return { loaded, filteredBy }
}

/** How many visits the list has, of how many. */
function Count({ shown, all, loaded }: { shown: number; all: number; loaded: Loaded }) {
  const say = useWords('visits')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const count = shown.toLocaleString(locale)
  const text =
    shown === all ? fill(say.count, { count }) : fill(say.countOf, { count, all: all.toLocaleString(locale) })
  return (
    <p class="hint" role="status">
      {loaded.readAt && text} {loaded.state === 'reading' && say.loading}
    </p>
  )
}

interface NotesProps {
  loaded: Loaded
  time: ClinicTime
  isSearch: boolean
  isFilteredByService: boolean
  onAgain: () => void
}

/** Says what the list lacks. */
function Notes({ loaded: { state, readAt, isCut }, time, isSearch, isFilteredByService, onAgain }: NotesProps) {
  const say = useWords('visits')
  const work = useWords('work')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const max = (isSearch ? maxFound : maxVisits).toLocaleString(locale)
  return (
    <>
      {state === 'failed' && (
        <p class="fault" role="alert">
          {work.failing} {readAt && fill(work.asOf, { at: time.time(readAt) })}{' '}
          <button type="button" onClick={onAgain}>
            {work.again}
          </button>
        </p>
      )}
      {isCut && (
        <p class="note">{fill(isSearch ? say.cutSearch : isFilteredByService ? say.cutMore : say.cut, { max })}</p>
      )}
    </>
  )
}

/** Returns the value after the browser has painted what shows it at once: a key, or a pressed button. */
function useAfterPaint(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setLate(value))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return late
}

/** The time, by which visits become overdue. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
