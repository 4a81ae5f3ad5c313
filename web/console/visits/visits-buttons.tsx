import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import type { CallListRow } from '../../shared/lists/call-list.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { ListButtons } from '../../shared/lists/list-buttons.tsx'
import { telephonesOf } from '../../shared/lists/telephones.ts'
import type { Pages } from '../../shared/loading/use-pages.ts'
import { shownStates } from '../../shared/look/shown-state.ts'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { type AskedVisits, listVisits } from './asked-visits.ts'
import type { Visit } from './visit-rows.ts'

interface Props {
  period: Period
  list: Pages<Visit>
  asked: AskedVisits
}

/** Downloads or prints all visits of the list. */
export function VisitsButtons({ period: { from, to }, list, asked }: Props) {
  const { session } = useSignedIn()
  const say = useWords('visits')
  const rowOf = useCallListRow()
  const { id } = session.entity
  const { items, hasMore } = list
  return (
    <ListButtons
      hasMore={hasMore}
      loadedRows={() => items.map(rowOf)}
      title={say.list}
      isEmpty={items.length === 0}
      name="visits"
      day={from === to ? from : `${from}_${to}`}
      readRows={async (client, count) => {
        const visits = hasMore ? await firstOf(listVisits(client, id, asked), count) : items.slice(0, count)
        return visits.map(rowOf)
      }}
    />
  )
}

/** Returns a function that makes the printed row of a visit. */
function useCallListRow(): (visit: Visit) => CallListRow {
  const { say, fill, locale } = useTexts('work')
  const states = useWords('states')
  const plugins = useWords('plugins')
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
    }
  }
}
