import type { NotificationStatus } from '../../client/client.ts'
import { useTexts, useWords } from '../shared/language.tsx'
import type { CallListRow } from '../shared/lists/call-list.tsx'
import { telephonesOf } from '../shared/lists/telephones.ts'
import { shownStates } from '../shared/look/shown-state.ts'
import { writtenDay } from '../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../shared/visits/visit.ts'
import type { DeskVisit } from './today.ts'

/** Returns a function that makes the printed row of a listed visit. A visit that the device keeps has no addresses. */
export function useCallListRow(): (visit: DeskVisit & Partial<Pick<NotificationStatus, 'deliveries'>>) => CallListRow {
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
