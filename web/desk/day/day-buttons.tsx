import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import type { CallListRow } from '../../shared/lists/call-list.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { ListButtons } from '../../shared/lists/list-buttons.tsx'
import { telephonesOf } from '../../shared/lists/telephones.ts'
import { shownStates } from '../../shared/look/shown-state.ts'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import type { DeskVisit, ListedVisit } from './desk-visit.ts'

interface Props {
  day: string
  visits: ListedVisit[]
}

const state = (Object.keys(shownStates) as NotificationStatus['state'][]).filter((one) => shownStates[one])

/** Downloads or prints the list of the day. Without a connection, the paper lacks the telephones: the device does not keep
 *  them. */
export function DayButtons({ day, visits }: Props) {
  const { session } = useSignedIn()
  const say = useWords('lists')
  const rowOf = useCallListRow()
  const { id } = session.entity
  const loadedRows = () => visits.map(({ visit }) => rowOf(visit))
  return (
    <ListButtons
      day={day}
      loadedRows={loadedRows}
      title={say.day}
      isEmpty={visits.length === 0}
      hasMore={false}
      name="visits"
      readRows={async (client, count) => {
        try {
          const whole = await firstOf(client.visits(id, day, day, { state, test: 'false' }), count)
          return whole.map((visit) => rowOf({ ...visit, starts_at: visit.starts_at! }))
        } catch {
          return loadedRows()
        }
      }}
    />
  )
}

/** Returns a function that makes the printed row of a listed visit. A visit that the device keeps has no addresses. */
function useCallListRow(): (visit: DeskVisit & Partial<Pick<NotificationStatus, 'deliveries'>>) => CallListRow {
  const { say, locale } = useTexts('desk')
  const states = useWords('states')
  const plugins = useWords('plugins')
  return (visit) => {
    const { id, contact, starts_at, state, arrived_at, deliveries = [] } = visit
    const { name, birth_date, external_id } = contact
    return {
      id,
      name,
      at: starts_at,
      telephones: telephonesOf({ deliveries }),
      facts: [
        ...(birth_date ? [`${say.birthDate} ${writtenDay(birth_date, locale, 'medium')}`] : []),
        `${say.contactKey} ${external_id}`,
      ],
      about: [states[arrived_at ? 'arrived' : shownStates[state]!], shortDetailsOf(visit, plugins).join(' · ')],
    }
  }
}
