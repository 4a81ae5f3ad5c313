import { useTexts, useWords } from '../../shared/language.tsx'
import type { CallListRow } from '../../shared/lists/call-list.tsx'
import { telephonesOf } from '../../shared/lists/telephones.ts'
import { shownStates } from '../../shared/look/shown-state.ts'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { useVisitCells } from '../download/visit-cells.ts'
import type { Visit } from './visit-rows.ts'

/** Returns a function that makes the row of a visit on paper and in files. */
export function useVisitRow(): (visit: Visit) => CallListRow {
  const { say, fill, locale } = useTexts('work')
  const states = useWords('states')
  const plugins = useWords('plugins')
  const cellsOf = useVisitCells()
  return (visit) => {
    const { id, contact, starts_at, state } = visit
    const { name, birth_date, external_id } = contact
    return {
      id,
      name,
      at: starts_at,
      telephones: telephonesOf(visit),
      facts: [
        ...(birth_date ? [fill(say.born, { day: writtenDay(birth_date, locale, 'medium') })] : []),
        fill(say.key, { key: external_id }),
      ],
      about: [states[shownStates[state]!], shortDetailsOf(visit, plugins).join(' · ')],
      visit: cellsOf(visit),
    }
  }
}
