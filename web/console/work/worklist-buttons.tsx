import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { ListButtons } from '../../shared/lists/list-buttons.tsx'
import { type Entry, listEntries } from './entries.ts'
import { useCallListRow } from './use-call-list-row.ts'
import type { NextDay } from './use-next-day.ts'
import { nameOfPart, type Worklist } from './worklists.ts'

interface Props {
  list: Worklist
  next: NextDay | undefined
  today: string
  /** The loaded entries. */
  entries: Entry[]
  isMore: boolean
}

/** Downloads or prints a worklist. */
export function WorklistButtons({ list, next, today, entries, isMore }: Props) {
  const { session, time } = useSignedIn()
  const say = useWords('work')
  const rowOf = useCallListRow(list, time)
  const { id } = session.entity
  const part = list.part === 'todo' ? [] : [nameOfPart(say.parts, list, next)]
  return (
    <ListButtons
      isMore={isMore}
      title={[say.lists[list.name], ...part].join(' · ')}
      isEmpty={entries.length === 0}
      loadedRows={() => entries.map(rowOf)}
      name={`${list.name}-${list.part}`}
      day={today}
      readRows={async (client, count) => (await firstOf(listEntries(client, id, list, today), count)).map(rowOf)}
    />
  )
}
