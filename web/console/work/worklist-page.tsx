import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { SourceLag } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { type Claims, useClaims } from '../calls/use-claims.ts'
import type { SaveResult } from '../change.ts'
import { SavedNote } from '../saved-note.tsx'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { type Entry, instantOf } from './entries.ts'
import { appointmentsOn, daysAhead, type NextDay } from './next-day.ts'
import { useHeld, useSteadyRows } from './steady-rows.ts'
import { useWorklist } from './use-worklist.ts'
import { WorkRow } from './work-row.tsx'
import { WorklistHead } from './worklist-head.tsx'
import { keyOf, type Worklist } from './worklists.ts'

interface Props {
  control: SessionControl
  session: Session
  today: string
  time: ClinicTime
  list: Worklist
  next: NextDay | undefined
  counts: Partial<Record<string, number>>
  systems: SourceLag[]
  generation: number
  reload: () => void
  /** Called with the number of entries when the list has been read to its end. */
  onCount: (count: number) => void
}

/** A part of a worklist, with its entries by day. */
export function WorklistPage({ control, generation, onCount, ...props }: Props) {
  const { session, today, list, reload } = props
  const say = useWords('work')
  const read = useWorklist(list, today, generation, control.close)
  const { items: entries, hasMore, readAt, state, more } = read
  useEffect(() => {
    if (readAt && !hasMore) onCount(entries.length)
  }, [readAt])
  const { shown, hold } = useHeld(entries)
  const { saved, show, note } = useSavedNote(reload)
  const claims = useClaims(reload)
  const { go } = useContext(LocationContext)
  const open = (id: string) => go({ visit: id })
  useAfterVisit(reload)
  return (
    <section class={`worklist ${list.name}`} aria-labelledby="worklist" aria-busy={state === 'reading' && !readAt}>
      <WorklistHead {...props} entries={entries} hasMore={hasMore} />
      {!session.scopes.includes('actions:write') && <p class="hint">{say.onlyReading}</p>}
      {state === 'failed' && <Failed readAt={readAt} reload={reload} />}
      {readAt && shown.length === 0 && <Empty list={list} next={props.next} />}
      <Days
        shown={shown}
        entries={entries}
        list={list}
        claims={claims}
        reload={reload}
        open={open}
        hold={hold}
        show={show}
      />
      {hasMore && (
        <button type="button" onClick={more} disabled={state === 'reading'}>
          {say.more}
        </button>
      )}
      <div ref={note} class="saved" role="status" tabIndex={-1}>
        {saved && (
          <SavedNote key={saved.text} saved={saved} onUndone={show} onEnd={() => show(undefined)} onCorrect={open} />
        )}
      </div>
    </section>
  )
}

/** Says why the list is empty. */
function Empty({ list, next }: Pick<Props, 'list' | 'next'>) {
  const say = useWords('work')
  if (list.part !== 'next-day') return <p class="empty">{textOf(say.empty, keyOf(list))}</p>
  return next ? <p class="empty">{useNextDayText(next)}</p> : null
}

/** Says that the next working day has no appointments, or that every contact who knows of theirs has answered. */
function useNextDayText({ shown, withAppointments: counted }: NextDay): string {
  const { say, fill, locale } = useTexts('work')
  if (!shown) return fill(say.noNextDay, { days: daysAhead })
  const number = (count: number) => count.toLocaleString(locale)
  if (counted?.day === shown.day) {
    const { waiting } = counted.toCome
    const answered = fill(say.allAnswered, { day: shown.name })
    return waiting === 0 ? answered : `${answered} ${fill(say.onTheWay, { count: number(waiting) })}`
  }
  const none = fill(say.noAppointments, { day: shown.name })
  if (!counted) return none
  return `${none} ${fill(say.nextAppointments, { day: counted.name, count: number(appointmentsOn(counted)) })}`
}

interface DaysProps extends Pick<Props, 'list' | 'reload'> {
  shown: Entry[]
  /** The entries of the service's latest list. */
  entries: Entry[]
  claims: Claims
  open: (notificationId: string) => void
  hold: (entry: Entry, isHeld: boolean) => void
  show: (saved: SaveResult) => void
}

/** The entries, by day. */
function Days({ shown, entries, list, claims, reload, open, hold, show }: DaysProps) {
  const { time } = useSignedIn()
  const guard = useSteadyRows(shown)
  if (shown.length === 0) return null
  return (
    <div class="days card" onClickCapture={guard}>
      {byDay(shown, time).map(([day, some]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>{time.day(instantOf(some[0]!))}</h3>
          <ol>
            {some.map((entry) => (
              <WorkRow
                key={entry.id}
                entry={entry}
                list={list}
                claims={claims}
                isGone={!entries.includes(entry)}
                onHold={hold}
                onSaved={show}
                onOpen={open}
                onStale={reload}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const byDay = (entries: Entry[], time: ClinicTime) => [
  ...Map.groupBy(entries, (entry) => time.dayOf(instantOf(entry))).entries(),
]

/** The note of the latest change, which reloads the list. */
function useSavedNote(reload: () => void) {
  const [saved, setSaved] = useState<SaveResult>()
  const note = useRef<HTMLDivElement>(null)
  function show(next: SaveResult | undefined) {
    setSaved(next)
    if (!next) return
    reload()
    // The button that was pressed is about to vanish with its row.
    note.current?.focus({ preventScroll: true })
  }
  return { saved, show, note }
}

type FailedProps = Pick<Props, 'reload'> & { readAt: Date | undefined }

/** Says that the service cannot be reached, and how old the list is. */
function Failed({ readAt, reload }: FailedProps) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  return (
    <Fault>
      {say.failing} {readAt && fill(say.asOf, { at: time.time(readAt) })}{' '}
      <button type="button" onClick={reload}>
        {say.again}
      </button>
    </Fault>
  )
}
