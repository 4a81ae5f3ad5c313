import { useContext } from 'preact/hooks'
import type { NotificationStatus, VisitFilters } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { type ClinicTime, writtenDay } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import type { CallListRow } from '../../lists/call-list.tsx'
import { firstOf } from '../../lists/first-of.ts'
import { ListButtons } from '../../lists/list-buttons.tsx'
import { telephonesOf } from '../../lists/telephones.ts'
import { shownStates } from '../../look/shown-state.ts'
import { shortDetailsOf } from '../../visit.ts'
import type { Period } from '../period.ts'
import type { Found } from './filter-visits.ts'

interface Props {
  session: Session
  time: ClinicTime
  period: Period
  shown: Found[]
  /** Whether the service has more visits than the loaded ones. */
  isMore: boolean
  filters: VisitFilters
}

/** Downloads or prints the shown visits. */
export function VisitsButtons({ session, time, period: { from, to }, shown, isMore, filters }: Props) {
  const say = useWords('visits')
  const rowOf = useCallListRow()
  const { id } = session.entity
  const loadedRows = () => shown.map(({ visit }) => rowOf(visit))
  return (
    <ListButtons
      {...{ session, time, isMore, loadedRows }}
      title={say.list}
      isEmpty={shown.length === 0}
      name="visits"
      day={from === to ? from : `${from}_${to}`}
      readRows={async (client, count) => {
        if (!isMore) return shown.slice(0, count).map(({ visit }) => rowOf(visit))
        const visits = await firstOf(client.visits(id, from, to, filters), count)
        return visits.map((visit) => rowOf(visit as Found['visit']))
      }}
    />
  )
}

/** Returns a function that makes the printed row of a visit. */
function useCallListRow(): (visit: NotificationStatus & { starts_at: string }) => CallListRow {
  const say = useWords('work')
  const states = useWords('states')
  const plugins = useWords('plugins')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  return (visit) => {
    const { id, contact, starts_at, state } = visit
    const { name, birth_date, external_id } = contact
    return {
      ...{ id, name, at: starts_at, telephones: telephonesOf(visit) },
      facts: [
        ...(birth_date ? [fill(say.born, { day: writtenDay(birth_date, locale, 'medium') })] : []),
        fill(say.key, { key: external_id }),
      ],
      about: [states[shownStates[state]!], shortDetailsOf(visit, plugins).join(' · ')],
    }
  }
}
