import type { Session } from '../../shared/access/session.ts'
import { useWords } from '../../shared/language.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { ListButtons } from '../../shared/lists/list-buttons.tsx'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { type Entry, listEntries } from './entries.ts'
import { useCallListRow } from './use-call-list-row.ts'
import type { NextDay } from './use-next-day.ts'
import { nameOfPart, type Worklist } from './worklists.ts'

interface Props {
  session: Session
  list: Worklist
  next: NextDay | undefined
  today: string
  time: ClinicTime
  /** The loaded entries. */
  entries: Entry[]
  isMore: boolean
}

/** Downloads or prints a worklist. */
export function WorklistButtons({ session, list, next, today, time, entries, isMore }: Props) {
  const say = useWords('work')
  const rowOf = useCallListRow(list, time)
  const { id } = session.entity
  const part = list.part === 'todo' ? [] : [nameOfPart(say.parts, list, next)]
  return (
    <ListButtons
      session={session}
      time={time}
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
