import type { NotificationStatus } from '../../../client/client.ts'
import { reachOf } from '../../../client/states.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import type { CallListRow } from '../../shared/lists/call-list.tsx'
import { stateInWords } from '../staff-actions.ts'

/** Returns a function that writes a visit in the words of the page (docs/words.md). */
export function useVisitCells(): (visit: NotificationStatus) => NonNullable<CallListRow['visit']> {
  const { states, channels } = useWords('console')
  const { names } = useWords('rates').toCome
  const ofReach = { reached: names.open, waiting: names.waiting, unreached: names.unreached }
  return (visit) => ({
    doctor: visit.params.doctor ?? '',
    place: visit.params.place ?? '',
    state: visit.state === 'open' ? ofReach[reachOf(visit.deliveries)] : states[stateInWords(visit)],
    answered: visit.answered_at,
    channel: [...new Set(visit.deliveries.map(({ channel }) => textOf(channels, channel) ?? channel))].join(', '),
  })
}
