import { useContext } from 'preact/hooks'
import type { SourceLag } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { ListButtons } from '../../shared/lists/list-buttons.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { type Entry, listEntries } from './entries.ts'
import type { NextDay } from './next-day.ts'
import { RemindList } from './remind-list.tsx'
import { useCallListRow } from './use-call-list-row.ts'
import { RemindListsContext } from './use-remind-list.ts'
import { hasCount, isDealtWith, isReminded, keyOf, nameOfPart, partsOf, type Worklist } from './worklists.ts'

interface Props {
  today: string
  list: Worklist
  next: NextDay | undefined
  counts: Partial<Record<string, number>>
  systems: SourceLag[]
  entries: Entry[]
  hasMore: boolean
  reload: () => void
}

/** The name of a worklist and its parts, and what can be done with all of its entries. */
export function WorklistHead({ today, list, next, counts, systems, entries, hasMore, reload }: Props) {
  const { session } = useSignedIn()
  const say = useWords('work')
  const reminders = useContext(RemindListsContext)
  const canRemind = isReminded(list.name) && session.scopes.includes('notifications:write')
  return (
    <header>
      <h2 id="worklist" class="unseen">
        {say.lists[list.name]}
      </h2>
      <Parts list={list} next={next} counts={counts} />
      {reminders && canRemind && (entries.length > 0 || reminders.of(list).state !== 'ready') && (
        <RemindList list={list} reminders={reminders} onEnd={reload} />
      )}
      {list.name === 'not-applied' ? (
        <SystemLag systems={systems} today={today} />
      ) : (
        <WorklistButtons today={today} list={list} next={next} entries={entries} hasMore={hasMore} />
      )}
      {!isDealtWith(list.part) && <p class="hint">{say.about[list.name]}</p>}
    </header>
  )
}

function Parts({ list: { name, part: shown }, next, counts }: Pick<Props, 'list' | 'next' | 'counts'>) {
  const { say, locale } = useTexts('work')
  const { place } = useContext(LocationContext)
  const parts = partsOf(name)
  if (parts.length === 1) return null
  return (
    <nav class="choice parts" aria-label={say.lists[name]}>
      {parts.map((part) => (
        <a
          key={part}
          href={hrefOf({ ...place, tab: 'work', list: name, part })}
          aria-current={part === shown ? 'page' : undefined}
        >
          {nameOfPart(say.parts, { name, part }, next)}{' '}
          {hasCount(part) && <span class="count">{counts[keyOf({ name, part })]?.toLocaleString(locale)}</span>}
        </a>
      ))}
    </nav>
  )
}

/** Says for each system of the clinic how far it is behind. */
function SystemLag({ systems, today }: { systems: SourceLag[]; today: string }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const since = (oldest: string) => (time.dayOf(oldest) === today ? time.time(oldest) : time.moment(oldest))
  // A system whose access token has ended cannot catch up.
  const present = systems.filter(({ ended }) => !ended)
  if (present.length === 0) return null
  return (
    <ul class="systems">
      {present.map(({ source, name, behind, oldest }) => (
        <li key={source} class={oldest ? 'behind' : undefined}>
          {oldest
            ? fill(say.systemBehind, { system: name, count: behind, since: since(oldest) })
            : fill(say.systemUpToDate, { system: name })}
        </li>
      ))}
    </ul>
  )
}

interface WorklistButtonsProps {
  list: Worklist
  next: NextDay | undefined
  today: string
  /** The loaded entries. */
  entries: Entry[]
  hasMore: boolean
}

/** Downloads or prints a worklist. */
function WorklistButtons({ list, next, today, entries, hasMore }: WorklistButtonsProps) {
  const { session, time } = useSignedIn()
  const say = useWords('work')
  const rowOf = useCallListRow(list, time)
  const { id } = session.entity
  const part = list.part === 'todo' ? [] : [nameOfPart(say.parts, list, next)]
  return (
    <ListButtons
      hasMore={hasMore}
      title={[say.lists[list.name], ...part].join(' · ')}
      isEmpty={entries.length === 0}
      loadedRows={() => entries.map(rowOf)}
      name={`${list.name}-${list.part}`}
      day={today}
      readRows={async (client, count) => (await firstOf(listEntries(client, id, list, today), count)).map(rowOf)}
    />
  )
}
