import { useContext } from 'preact/hooks'
import { searchedWords } from '../../../client/words.ts'
import { ClinicChoice } from '../../shared/access/clinic-choice.tsx'
import type { Session } from '../../shared/access/session.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useLanguage } from '../../shared/language.tsx'
import { LocationContext, useTyped } from '../../shared/page-location.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { DaysBar } from './days-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered } from './filters-of.ts'
import { Count, Failure } from './list-notes.tsx'
import { OtherDays } from './other-days.tsx'
import { RowList } from './row-list.tsx'
import { useVisitList, type VisitList } from './use-visit-list.ts'
import { VisitsButtons } from './visits-buttons.tsx'
import { daysOf, type VisitsPlace, visitsPlaceOf, weekStartOf } from './visits-place.ts'
import './visits.css'
import './filter-bar.css'
import './row-list.css'
import '../../shared/visits/visit-row.css'

export interface VisitsProps {
  control: SessionControl
  session: Session
  time: ClinicTime
  today: string
}

/** The visits of a day, a week or a month, and a search in all days. */
export function Visits({ control, session, time, today }: VisitsProps) {
  const { locale } = useLanguage()
  const place = visitsPlaceOf(useContext(LocationContext).place, today)
  const { view, day } = place
  const period = daysOf(view, day, today, weekStartOf(locale))
  return (
    <main class="visits">
      <ClinicChoice control={control} session={session} />
      <section class="card" aria-labelledby="visits">
        <DaysBar view={view} day={day} period={period} today={today} />
        <VisitsOfDays
          // The visits of other days must not stay while these load.
          key={JSON.stringify([view, period])}
          onRefused={control.close}
          session={session}
          place={place}
          period={period}
          time={time}
          today={today}
        />
      </section>
    </main>
  )
}

interface VisitsOfDaysProps {
  session: Session
  place: VisitsPlace
  period: Period
  time: ClinicTime
  today: string
  onRefused: SessionControl['close']
}

function VisitsOfDays({ session, place, period, time, today, onRefused }: VisitsOfDaysProps) {
  const [typed, setTyped, settled] = useTyped('find')
  const visits = useVisitList(session, { place, period, today, time, settled }, onRefused)
  const { list, asked, counts, values } = visits
  return (
    <div class="list" aria-busy={list.state === 'reading' && !list.readAt}>
      <FilterBar place={place} typed={typed} values={values} counts={counts} onType={setTyped} />
      <div class="above-rows">
        <Count list={list} filters={place.filters} counts={counts} />
        <VisitsButtons session={session} time={time} period={period} list={list} asked={asked} />
      </div>
      <Failure list={list} time={time} />
      <Rows place={place} period={period} visits={visits} time={time} settled={settled} />
    </div>
  )
}

interface RowsProps {
  place: VisitsPlace
  period: Period
  visits: VisitList
  time: ClinicTime
  settled: string
}

/** The rows, or the empty state. */
function Rows({ place, period, visits: { list, rows, asked, otherDays }, time, settled }: RowsProps) {
  const { view, filters } = place
  const isSearch = searchedWords(settled).length > 0
  const isEmpty = list.state !== 'reading' && list.readAt !== undefined && rows.length === 0
  return (
    <>
      {isEmpty && (
        <EmptyList
          place={place}
          period={period}
          isUnasked={asked.isUnasked}
          otherDays={otherDays}
          isNarrowed={isSearch || isFiltered(filters)}
        />
      )}
      <RowList rows={rows} list={list} place={place} time={time}>
        {isSearch && view !== 'all' && <OtherDays count={otherDays} />}
      </RowList>
    </>
  )
}
