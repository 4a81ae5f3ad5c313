import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { ListButtons } from '../../shared/lists/list-buttons.tsx'
import type { Pages } from '../../shared/loading/use-pages.ts'
import type { Period } from '../../shared/time/period.ts'
import { type AskedVisits, listVisits } from './asked-visits.ts'
import { useVisitRow } from './visit-row-of-list.ts'
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
  const rowOf = useVisitRow()
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
