import { useContext } from 'preact/hooks'
import type { VisitOutcomes } from '../../../client/client.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { LocationContext, type Place } from '../../page-location.ts'
import { weekStartOf } from '../visits/visits-place.ts'
import { BreakdownHead } from './breakdown-head.tsx'
import { type By, orderedBy } from './by.ts'
import { Cells } from './cells.tsx'
import { type EndName, isSmall, type Over } from './known-ends.ts'
import { type ComparedVisits, listedVisits } from './listed-visits.ts'
import { type Row, type Sorting, sortingOf, sortRows } from './sort-rows.ts'
import { useValueNames } from './use-value-names.ts'

interface Props {
  counted: ComparedVisits
  outcomes: VisitOutcomes | undefined
  isLoading: boolean
}

/** One row for each group, with a total. Weekdays have a row each, even before the counts arrive. */
export function BreakdownTable({ counted, outcomes, isLoading }: Props) {
  const say = useWords('figures')
  const { locale } = useContext(LanguageContext)
  const { place } = useContext(LocationContext)
  const { by } = counted
  const nameOf = useValueNames(by)
  const rows = sortedRows(by, outcomes, sortingOf(place.sort), nameOf)
  const weekStart = weekStartOf(locale)
  const placesOf = (value: string | null | undefined, over: Over | undefined) => (end: EndName) =>
    over && withPlace(place, listedVisits(counted, value, over, end, weekStart))
  return (
    <>
      <div class="scrolled">
        <table
          class={by === 'weekday' || isLoading ? undefined : 'settled'}
          aria-labelledby="breakdown"
          aria-busy={isLoading}
        >
          <BreakdownHead by={by} />
          <tbody>
            {rows.map(({ value, over }) => (
              <tr key={value ?? ''}>
                <GroupName doctor={by === 'doctor' ? value : undefined} name={nameOf(value)} />
                <Cells over={over} placeOf={placesOf(value, over)} />
              </tr>
            ))}
            {outcomes?.other && <OtherGroups {...outcomes.other} />}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say.total}</th>
              <Cells over={outcomes?.over} placeOf={placesOf(null, outcomes?.over)} />
            </tr>
          </tfoot>
        </table>
      </div>
      <Notes by={by} rows={rows} />
    </>
  )
}

function OtherGroups({ values, over }: NonNullable<VisitOutcomes['other']>) {
  const say = useWords('figures')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  return (
    <tr>
      <th scope="row">{fill(say.other, { count: values.toLocaleString(locale) })}</th>
      <Cells over={over} />
    </tr>
  )
}

function Notes({ by, rows }: { by: By; rows: readonly Row[] }) {
  const say = useWords('figures')
  return (
    <p class="hint notes">
      {by === 'reminder' && `${say.reminded} `}
      {rows.some(({ over }) => over && isSmall(over)) && say.few}
    </p>
  )
}

const withPlace = (place: Place, change: Place | undefined) => change && { ...place, ...change }

function sortedRows(
  by: By,
  outcomes: VisitOutcomes | undefined,
  sorting: Sorting | undefined,
  nameOf: (value: string) => string,
): readonly Row[] {
  // Other groups have only visits to come.
  const rows = by === 'weekday' ? ofWeek(outcomes) : (outcomes?.groups ?? []).filter(({ over }) => over.visits > 0)
  const compareNames = (one: string, other: string) => nameOf(one).localeCompare(nameOf(other))
  return sortRows(rows, sorting, orderedBy.includes(by) ? undefined : compareNames)
}

const ofWeek = (outcomes: VisitOutcomes | undefined): Row[] =>
  ['1', '2', '3', '4', '5', '6', '7'].map((value) => ({
    value,
    over: outcomes && (outcomes.groups?.find((group) => group.value === value)?.over ?? none),
  }))

const none: Over = {
  visits: 0,
  arrived: 0,
  no_show: 0,
  cancelled_in_time: 0,
  cancelled_late: 0,
  another_time: 0,
  unknown: 0,
}

/** The name of a group. A doctor's leads to the doctor's figures. */
function GroupName({ doctor, name }: { doctor: string | undefined; name: string }) {
  const { go } = useContext(LocationContext)
  return (
    <th scope="row">
      {doctor === undefined ? (
        <span dir="auto">{name}</span>
      ) : (
        <button type="button" class="quiet" dir="auto" onClick={() => go({ of: doctor, compare: 'weekday' })}>
          {name}
        </button>
      )}
    </th>
  )
}
