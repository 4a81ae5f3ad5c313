import { useContext, useState } from 'preact/hooks'
import { searchedWords } from '../../../client/words.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { LocationContext, useTyped } from '../../shared/page-location.ts'
import { type Period, periodOf } from '../../shared/time/period.ts'
import { DaysBar } from './days-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterFields } from './filter-fields.tsx'
import { isFiltered } from './filters-of.ts'
import { Count, ListFailure } from './list-notes.tsx'
import { NumberFilter } from './number-filter.tsx'
import { OtherDays } from './other-days.tsx'
import { RowList } from './row-list.tsx'
import { StateFilters } from './state-filters.tsx'
import type { FilterValues } from './use-filter-values.ts'
import type { VisitCounts } from './use-visit-counts.ts'
import { useVisitList, type VisitList } from './use-visit-list.ts'
import { VisitsButtons } from './visits-buttons.tsx'
import { daysOf, type VisitsPlace, visitsPlaceOf, weekStartOf } from './visits-place.ts'
import './visits.css'
import './filter-bar.css'
import './row-list.css'
import '../../shared/visits/visit-row.css'

export interface VisitsProps {
  control: SessionControl
  today: string
}

/** The visits of a day, a week or a month, and a search in all days. */
export function Visits({ control, today }: VisitsProps) {
  const { locale } = useLanguage()
  const { place: address } = useContext(LocationContext)
  const place = visitsPlaceOf(address, today)
  const { view, day } = place
  const period = view === 'period' ? periodOf(address)! : daysOf(view, day, today, weekStartOf(locale))
  return (
    <main class="visits">
      <section class="card" aria-labelledby="visits">
        <DaysBar view={view} day={day} period={period} today={today} />
        <VisitsOfDays
          // The visits of other days must not stay while these load.
          key={JSON.stringify([view, period])}
          onRefused={control.close}
          place={place}
          period={period}
          today={today}
        />
      </section>
    </main>
  )
}

interface VisitsOfDaysProps {
  place: VisitsPlace
  period: Period
  today: string
  onRefused: SessionControl['close']
}

function VisitsOfDays({ place, period, today, onRefused }: VisitsOfDaysProps) {
  const { time } = useSignedIn()
  const [typed, setTyped, settled] = useTyped('find')
  const visits = useVisitList({ place, period, today, time, settled }, onRefused)
  const { list, asked, counts, values } = visits
  return (
    <div class="list" aria-busy={list.state === 'reading' && !list.readAt}>
      <FilterBar place={place} typed={typed} values={values} counts={counts} onType={setTyped} />
      <div class="above-rows">
        <Count list={list} filters={place.filters} counts={counts} />
        <VisitsButtons period={period} list={list} asked={asked} />
      </div>
      <ListFailure list={list} />
      <Rows place={place} period={period} visits={visits} settled={settled} />
    </div>
  )
}

interface RowsProps {
  place: VisitsPlace
  period: Period
  visits: VisitList
  settled: string
}

/** The rows, or the empty state. */
function Rows({ place, period, visits: { list, rows, asked, otherDays }, settled }: RowsProps) {
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
      <RowList rows={rows} list={list} place={place}>
        {isSearch && view !== 'all' && <OtherDays count={otherDays} />}
      </RowList>
    </>
  )
}

interface Props {
  place: VisitsPlace
  typed: string
  values: FilterValues
  counts: VisitCounts | undefined
  onType: (text: string) => void
}

/** The search and the filters of the list. */
function FilterBar({ place, typed, values, counts, onType }: Props) {
  const say = useWords('visits')
  const { filters } = place
  const [isOpen, setOpen] = useState(false)
  return (
    <search class="filter-bar">
      <input
        type="search"
        aria-label={say.find}
        placeholder={say.find}
        autocomplete="off"
        spellcheck={false}
        maxLength={128}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <button type="button" class="more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {say.filters}
        {isFiltered(filters) && <span class="dot" />}
      </button>
      <FilterFields place={place} values={values} isOpen={isOpen} />
      {filters.number ? <NumberFilter number={filters.number} /> : <StateFilters filters={filters} counts={counts} />}
    </search>
  )
}
