import { useContext } from 'preact/hooks'
import type { ActionRecord, ActionSummary } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { LocationContext, type Place } from '../../page-location.ts'
import { isDay, type Period } from '../period.ts'
import { Charts } from './charts.tsx'
import type { Tallies } from './figures.ts'
import { LatestAction } from './latest-action.tsx'
import { Records } from './records.tsx'
import type { CountedActions } from './use-counted-actions.ts'

interface Props {
  session: Session
  period: Period
  time: ClinicTime
  counted: CountedActions
  onPeriod: (period: Period) => void
  onOpen: (record: ActionRecord) => void
}

/** The value of the address for a list of the whole period. */
const allDays = 'all'

/** Shown before the first summary arrives. */
const nothing: Tallies = { days: [], hours: [], lead_days: [] }

/** The actions of contacts in a period: in charts, and in a list. */
export function Actions({ session, period, time, counted: { summary, state }, onPeriod, onOpen }: Props) {
  const { place, go } = useContext(LocationContext)
  const chooseDay = (one: string | undefined) => go({ day: one ?? allDays })
  return (
    <>
      <Charts
        summary={summary ?? nothing}
        period={summary ? { from: summary.start_date, to: summary.end_date } : period}
        isLoading={state !== 'loaded'}
        isDoctorChosen={place.of !== undefined}
        onDay={chooseDay}
      />
      {summary && summary.days.length === 0 && state === 'loaded' && (
        <LatestAction session={session} sequence={summary.sequence} time={time} onPeriod={onPeriod} />
      )}
      {summary ? (
        <Records
          {...{ session, summary, period, time, onOpen }}
          day={listedDay(place, period, summary)}
          downloaded={chosenDays(place, period)}
          onDay={chooseDay}
        />
      ) : (
        <section class="card records" aria-busy="true" />
      )}
    </>
  )
}

/** The day of the list, or undefined for the whole period. By default, the list shows the latest day with actions, and a search covers
 *  the period. */
function listedDay(place: Place, period: Period, { days }: ActionSummary): string | undefined {
  const { day, search } = place
  if (day === allDays) return undefined
  const chosen = chosenDay(place, period)
  if (chosen) return chosen
  if (search) return undefined
  return days
    .map(({ date }) => date)
    .sort()
    .at(-1)
}

const chosenDay = ({ day }: Place, { from, to }: Period) => (isDay(day) && day >= from && day <= to ? day : undefined)

/** The days that somebody has chosen: one of the list, or the period. */
function chosenDays(place: Place, period: Period): Period {
  const day = chosenDay(place, period)
  return day === undefined ? period : { from: day, to: day }
}
