import type { NotificationStatus } from '../../client/client.ts'
import { useSignedIn } from '../shared/access/signed-in.ts'
import { useWords } from '../shared/language.tsx'
import { firstOf } from '../shared/lists/first-of.ts'
import { ListButtons } from '../shared/lists/list-buttons.tsx'
import { shownStates } from '../shared/look/shown-state.ts'
import type { ListedVisit } from './today.ts'
import { useCallListRow } from './use-call-list-row.ts'

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
      isMore={false}
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
