import { useMemo } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { type ClinicTime, writtenDay } from '../../shared/time/clinic-time.ts'
import { stateOf } from '../../shared/visits/listed-visit.ts'
import { shortDetailOf } from '../../shared/visits/visit.ts'
import { VisitRowContent } from '../../shared/visits/visit-row.tsx'
import { type DeskVisit, type ListedVisit, sharedNames } from './desk-visit.ts'

export interface RowsProps {
  visits: ListedVisit[]
  /** The visits among which a contact may have a namesake. */
  among: ListedVisit[]
  now: number
  time: ClinicTime
  withDay?: boolean
  /** The id of the visit that the verdict shows. */
  shown: string | undefined
  /** Whether only this device has the arrival of the visit. */
  isUnsent?: (visit: DeskVisit) => boolean
  onChoose: (visit: DeskVisit) => void
}

/** Visits to choose from. */
export function VisitRows({ visits, among, shown, isUnsent, ...row }: RowsProps) {
  const shared = useMemo(() => sharedNames(among), [among])
  return (
    <ol>
      {visits.map(({ visit, name }) => (
        <VisitRow
          key={visit.id}
          visit={visit}
          hasNamesake={shared.has(name)}
          isShown={visit.id === shown}
          isUnsent={isUnsent?.(visit) ?? false}
          {...row}
        />
      ))}
    </ol>
  )
}

type RowProps = Pick<RowsProps, 'now' | 'time' | 'withDay' | 'onChoose'> & {
  visit: DeskVisit
  /** Whether another contact has the same name. */
  hasNamesake: boolean
  isShown: boolean
  isUnsent: boolean
}

function VisitRow({ visit, now, withDay, hasNamesake, isShown, isUnsent, onChoose }: RowProps) {
  const { time } = useSignedIn()
  const { say, locale } = useTexts('desk')
  const plugins = useWords('plugins')
  const start = visit.starts_at
  const { birth_date, external_id } = visit.contact
  return (
    <li>
      <button type="button" class="visit" aria-current={isShown} onClick={() => onChoose(visit)}>
        <VisitRowContent
          visit={visit}
          state={isUnsent && visit.arrived_at === undefined ? 'unsent' : stateOf(visit, now)}
          detail={shortDetailOf(visit, plugins)}
          at={withDay ? time.moment(start) : time.time(start)}
        >
          {hasNamesake && (
            <span class="namesake" dir="auto">
              {birth_date && `${say.birthDate} ${writtenDay(birth_date, locale, 'medium')} · `}
              {external_id}
            </span>
          )}
        </VisitRowContent>
      </button>
    </li>
  )
}
