import { useCallback, useContext, useRef } from 'preact/hooks'
import type { NotificationStatus } from '../../../client/client.ts'
import { ClinicChoice } from '../../access/clinic-choice.tsx'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useWords } from '../../language.tsx'
import { LocationContext } from '../../page-location.ts'
import { useNow } from '../../use-now.ts'
import { DaysBar } from './days-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, isFiltered } from './filter-visits.ts'
import { Count, Notes } from './list-notes.tsx'
import { OtherDays } from './other-days.tsx'
import { RowList } from './row-list.tsx'
import { useVisitList, type VisitList } from './use-visit-list.ts'
import { GroupHeading, VisitButton } from './visit-row.tsx'
import { isHeading, type Row } from './visit-rows.ts'
import { VisitsButtons } from './visits-buttons.tsx'
import { type VisitsPlace, visitsPlaceOf } from './visits-place.ts'
import './visits.css'
import './filter-bar.css'
import './row-list.css'
import '../../visit-list/visit-row.css'

export interface VisitsProps {
  control: SessionControl
  session: Session
  time: ClinicTime
  today: string
}

/** The visits of a day or a week, and a search in all days. */
export function Visits({ control, session, time, today }: VisitsProps) {
  const place = visitsPlaceOf(useContext(LocationContext).place, today)
  const list = useVisitList(session, place, today, time, control.close)
  const { loaded, period, shown, counts, tests, typed } = list
  const { view, day, filters } = place
  return (
    <main class="visits">
      <ClinicChoice control={control} session={session} />
      <section class="card" aria-labelledby="visits" aria-busy={loaded.state === 'reading' && !loaded.readAt}>
        <DaysBar {...{ view, day, period, today }} />
        <FilterBar
          {...{ place, typed, counts, tests }}
          visits={loaded.visits}
          days={JSON.stringify(period)}
          onType={list.setTyped}
        />
        <div class="above-rows">
          <Count shown={shown.length} all={loaded.visits.length - (filters.hasTests ? 0 : tests)} loaded={loaded} />
          <VisitsButtons
            {...{ session, time, period, shown, isMore: loaded.isCut }}
            filters={filtersOf(filters, list.q)}
          />
        </div>
        <Notes
          {...{ loaded, time, isFilteredByService: list.isFilteredByService }}
          isSearch={view === 'all'}
          onAgain={list.reload}
        />
        <Rows {...{ place, list, time }} />
      </section>
    </main>
  )
}

interface RowsProps {
  place: VisitsPlace
  list: VisitList
  time: ClinicTime
}

/** The rows, or the empty state. */
function Rows({ place, list, time }: RowsProps) {
  const say = useWords('visits')
  const { loaded, rows, period, isUnasked, isSearch, otherDays } = list
  const isSeveralDays = place.view !== 'day'
  const isEmpty = loaded.readAt !== undefined && loaded.state !== 'reading' && rows.length === 0
  const isWithDay = place.by === 'doctor' && isSeveralDays
  return (
    <>
      {(isEmpty || (isUnasked && rows.length === 0 && !loaded.readAt)) && (
        <EmptyList {...{ place, period, isUnasked, otherDays }} isNarrowed={isSearch || isFiltered(place.filters)} />
      )}
      <div class={isWithDay ? 'rows with-days' : 'rows'}>
        <RowList
          {...{ rows, isHeading }}
          label={say.list}
          onScroll={list.onScroll}
          render={useRenderedRow(time, place, isWithDay)}
        />
        {isSearch && place.view !== 'all' && <OtherDays count={otherDays} />}
      </div>
    </>
  )
}

/** Returns a function that changes only with what all rows show: the list keeps the rows that it has rendered by it. */
function useRenderedRow(time: ClinicTime, { by }: VisitsPlace, isWithDay: boolean) {
  const now = useNow()
  const { go } = useContext(LocationContext)
  const latestGo = useRef(go)
  latestGo.current = go
  const openVisit = useCallback(({ id }: NotificationStatus) => latestGo.current({ visit: id }), [])
  return useCallback(
    (row: Row, isTabStop: boolean) =>
      'found' in row ? (
        <VisitButton
          {...{ now, time, isTabStop, isWithDay }}
          visit={row.found.visit}
          isBelowDoctor={by === 'doctor'}
          onOpen={openVisit}
        />
      ) : (
        <GroupHeading {...row} />
      ),
    [now, time, by, isWithDay],
  )
}
