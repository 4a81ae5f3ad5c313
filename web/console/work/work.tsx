import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { SourceLag } from '../../../client/client.ts'
import { ClinicChoice } from '../../access/clinic-choice.tsx'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext, textOf, useFormat, useWords } from '../../language.tsx'
import { hrefOf, LocationContext } from '../../page-location.ts'
import { useClaims } from '../calls/use-claims.ts'
import type { Saved } from '../change.ts'
import { SavedNote } from '../saved-note.tsx'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { RemindList } from './remind-list.tsx'
import { useHeld, useSteadyRows } from './steady-rows.ts'
import { SystemLag } from './system-lag.tsx'
import { RemindListsContext } from './use-remind-list.ts'
import { type Entry, instantOf, useCounts, useReloads, useWorklist } from './use-worklist.ts'
import { WorkRow } from './work-row.tsx'
import { WorklistButtons } from './worklist-buttons.tsx'
import {
  countedPart,
  hasCount,
  isDealtWith,
  isReminded,
  keyOf,
  type Part,
  partsOf,
  type Worklist,
  type WorklistName,
  wordOfPart,
  worklistNames,
  worklistOf,
} from './worklists.ts'

interface Props {
  control: SessionControl
  session: Session
  today: string
  time: ClinicTime
}

/** The worklists of staff. */
export function Work(props: Props) {
  const say = useWords('work')
  if (props.session.scopes.includes('notifications:read')) return <Worklists {...props} />
  return (
    <main class="work">
      <p class="card">{say.needsScope}</p>
    </main>
  )
}

function Worklists({ control, session, today, time }: Props) {
  const say = useWords('work')
  const { locale } = useContext(LanguageContext)
  const { place } = useContext(LocationContext)
  const list = worklistOf(place.list, place.part)
  const [reloads, reload] = useReloads()
  const { counts, systems, setCount } = useCounts(session, today, reloads.counts)
  // A clinic whose systems acknowledge nothing does not need their list.
  const isShown = (name: WorklistName) => name !== 'not-applied' || systems.length > 0 || name === list.name
  return (
    <main class="work">
      <div class="lists">
        <ClinicChoice control={control} session={session} />
        <nav aria-label={say.work}>
          {worklistNames.filter(isShown).map((name) => {
            const count = counts[keyOf({ name, part: countedPart[name] })]
            return (
              <a
                key={name}
                href={hrefOf({ ...place, tab: 'work', list: name, part: undefined })}
                aria-current={name === list.name ? 'page' : undefined}
              >
                <span>{say.lists[name]}</span> <span class="count">{count?.toLocaleString(locale)}</span>
              </a>
            )
          })}
        </nav>
      </div>
      <List
        key={keyOf(list)}
        {...{ control, session, today, time, list, counts, systems, reload }}
        generation={reloads.list}
        onCount={(count) => setCount(list, count)}
        hrefOfPart={(part) => hrefOf({ ...place, tab: 'work', list: list.name, part })}
      />
    </main>
  )
}

interface ListProps extends Props {
  list: Worklist
  counts: Partial<Record<string, number>>
  systems: SourceLag[]
  generation: number
  reload: () => void
  /** Called with the number of entries when the list has been read to its end. */
  onCount: (count: number) => void
  hrefOfPart: (part: Part) => string
}

function List({
  control,
  session,
  today,
  time,
  list,
  counts,
  systems,
  generation,
  reload,
  onCount,
  hrefOfPart,
}: ListProps) {
  const say = useWords('work')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const { entries, isMore, readAt, state, more } = useWorklist(session, list, today, generation, control.close)
  useEffect(() => {
    if (readAt && !isMore) onCount(entries.length)
  }, [readAt])
  const { shown, hold } = useHeld(entries)
  const [saved, setSaved] = useState<Saved>()
  const note = useRef<HTMLDivElement>(null)
  const parts: readonly Part[] = partsOf[list.name]
  const guard = useSteadyRows(shown)
  const claims = useClaims(session, reload)
  const { go } = useContext(LocationContext)
  const reminders = useContext(RemindListsContext)
  const canRemind = isReminded(list.name) && session.scopes.includes('notifications:write')
  useAfterVisit(reload)

  function showSaved(next: Saved) {
    setSaved(next)
    reload()
    // The button that was pressed is about to vanish with its row.
    note.current?.focus({ preventScroll: true })
  }

  return (
    <section class={`worklist card ${list.name}`} aria-labelledby="worklist" aria-busy={state === 'reading' && !readAt}>
      <header>
        <h2 id="worklist">{say.lists[list.name]}</h2>
        {parts.length > 1 && (
          <nav class="choice parts" aria-label={say.lists[list.name]}>
            {parts.map((part) => {
              const count = counts[keyOf({ name: list.name, part })]
              return (
                <a key={part} href={hrefOfPart(part)} aria-current={part === list.part ? 'page' : undefined}>
                  {say.parts[wordOfPart({ name: list.name, part })]}{' '}
                  {hasCount(part) && <span class="count">{count?.toLocaleString(locale)}</span>}
                </a>
              )
            })}
          </nav>
        )}
        {!isDealtWith(list.part) && <p class="hint">{say.about[list.name]}</p>}
        {list.name === 'not-applied' ? (
          <SystemLag {...{ systems, today, time }} />
        ) : (
          <WorklistButtons {...{ session, today, time, list, entries, isMore }} />
        )}
        {reminders && canRemind && (entries.length > 0 || reminders.of(list).state !== 'ready') && (
          <RemindList {...{ list, reminders }} onEnd={reload} />
        )}
      </header>
      {!session.scopes.includes('actions:write') && <p class="hint">{say.onlyReading}</p>}
      {state === 'failed' && (
        <p class="fault" role="alert">
          {say.failing} {readAt && fill(say.asOf, { at: time.time(readAt) })}{' '}
          <button type="button" onClick={reload}>
            {say.again}
          </button>
        </p>
      )}
      {readAt && shown.length === 0 && <p class="empty">{textOf(say.empty, keyOf(list))}</p>}
      {byDay(shown, time).map(([day, some]) => (
        <section key={day} onClickCapture={guard} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>{time.day(instantOf(some[0]!))}</h3>
          <ol>
            {some.map((entry) => (
              <WorkRow
                key={entry.id}
                {...{ entry, list, session, time, claims }}
                isGone={!entries.includes(entry)}
                onHold={hold}
                onSaved={showSaved}
                onOpen={({ id }) => go({ visit: id })}
                onStale={reload}
              />
            ))}
          </ol>
        </section>
      ))}
      {isMore && (
        <button type="button" onClick={more} disabled={state === 'reading'}>
          {say.more}
        </button>
      )}
      <div ref={note} class="saved" role="status" tabIndex={-1}>
        {saved && <SavedNote key={saved.text} saved={saved} session={session} onUndone={showSaved} />}
      </div>
    </section>
  )
}

const byDay = (entries: Entry[], time: ClinicTime) => [
  ...Map.groupBy(entries, (entry) => time.dayOf(instantOf(entry))).entries(),
]
