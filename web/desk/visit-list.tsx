import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { searchedWords } from '../../client/words.ts'
import { type ClinicTime, writtenDay } from '../clinic-time.ts'
import { Speaking, useFormat, useWords } from '../language.tsx'
import { StateBadge } from '../look/state-badge.tsx'
import { shortDetailOf } from '../visit.ts'
import { isMonthFirst } from './birth-date.ts'
import { type DeskVisit, find, type ListedVisit, listed, sharedNames, stateOf } from './today.ts'

interface Props {
  /** Today's visits by start; undefined while they load. */
  visits: ListedVisit[] | undefined
  isClockWrong: boolean
  time: ClinicTime
  /** The id of the visit that the verdict shows. */
  shown: string | undefined
  /** Whether only this device has the arrival of the visit. */
  isUnsent: (visit: DeskVisit) => boolean
  onChoose: (visit: DeskVisit) => void
  /** Called at each key of a search. */
  onSearch: () => void
  /** Finds visits of yesterday and tomorrow. */
  findNear: (typed: string, signal: AbortSignal) => Promise<DeskVisit[]>
}

// Rendering all rows of a large hospital would block a slow device for seconds.
const rowsAtOnce = 25
const recentMs = 30 * 60_000
// In the evening, at least these rows stay in sight.
const rowsAtEnd = 8
const lookNearAfterMs = 300

/** Today's visits, with a search. Without one, the list begins half an hour ago. */
export function VisitList({ visits, isClockWrong, time, shown, isUnsent, onChoose, onSearch, findNear }: Props) {
  const say = useWords('desk')
  const fill = useFormat()
  const { locale } = useContext(Speaking)
  const now = useNow()
  const [typed, setTyped] = useState('')
  const [earlier, setEarlier] = useState(0)
  const [later, setLater] = useState(1)
  const isSearch = searchedWords(typed).length > 0
  const found = useMemo(
    () => (visits && isSearch ? find(visits, typed, isMonthFirst(locale)) : (visits ?? [])),
    [visits, typed, locale],
  )
  const shared = useMemo(() => sharedNames(visits ?? []), [visits])
  const begin = isSearch ? 0 : Math.max(0, firstShown(found, now - recentMs) - earlier * rowsAtOnce)
  const end = (isSearch ? 0 : begin + earlier * rowsAtOnce) + later * rowsAtOnce
  const isMissing = visits !== undefined && isSearch && found.length === 0
  const near = useNear(isMissing ? typed : '', findNear)
  const sharedNear = useMemo(() => sharedNames(near), [near])
  const [onlyOne, ...others] = found.length > 0 ? found : near

  return (
    <section class="today card" aria-labelledby="today" aria-busy={visits === undefined && !isClockWrong}>
      <h2 id="today">
        {say.today} <span class="count">{visits?.length}</span>
      </h2>
      <input
        id="find"
        type="search"
        aria-label={say.find}
        placeholder={say.find}
        autocomplete="off"
        spellcheck={false}
        maxLength={256}
        onInput={(event) => {
          const { value } = event.currentTarget
          setTyped(value)
          setLater(1)
          // The arrival of the previous contact must not be marked for the next one.
          if (value !== '') onSearch()
        }}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && !event.isComposing
          if (isEnter && isSearch && onlyOne && others.length === 0) onChoose(onlyOne.visit)
        }}
      />
      <p class="fault" role="alert">
        {isClockWrong && say.wrongClock}
      </p>
      <div class="above">
        <p class="hint" role="status">
          {isClockWrong
            ? ''
            : visits === undefined
              ? say.loading
              : isSearch
                ? fill(say.found, { count: found.length })
                : found.length === 0 && say.noVisits}
        </p>
        {begin > 0 && (
          <button type="button" class="quiet" onClick={() => setEarlier(earlier + 1)}>
            {fill(say.earlier, { count: begin })}
          </button>
        )}
      </div>
      <ol>
        {found.slice(begin, end).map(({ visit, name }) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            now={now}
            time={time}
            hasNamesake={shared.has(name)}
            isShown={visit.id === shown}
            isUnsent={isUnsent(visit)}
            onChoose={onChoose}
          />
        ))}
      </ol>
      {found.length > end && (
        <button type="button" class="quiet" onClick={() => setLater(later + 1)}>
          {fill(say.later, { count: found.length - end })}
        </button>
      )}
      {near.length > 0 && (
        <>
          <p class="fault">{say.onAnotherDay}</p>
          <ol>
            {near.map(({ visit, name }) => (
              <VisitRow
                key={visit.id}
                visit={visit}
                now={now}
                time={time}
                withDay
                hasNamesake={sharedNear.has(name)}
                isShown={visit.id === shown}
                onChoose={onChoose}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

interface RowProps {
  visit: DeskVisit
  now: number
  time: ClinicTime
  withDay?: boolean
  /** Whether another contact has the same name. */
  hasNamesake: boolean
  isShown?: boolean
  isUnsent?: boolean
  onChoose: (visit: DeskVisit) => void
}

function VisitRow({ visit, now, time, withDay, hasNamesake, isShown, isUnsent, onChoose }: RowProps) {
  const say = useWords('desk')
  const plugins = useWords('plugins')
  const { locale } = useContext(Speaking)
  const start = visit.starts_at
  const { name, birth_date, external_id } = visit.contact
  return (
    <li>
      <button type="button" class="visit" aria-current={isShown} onClick={() => onChoose(visit)}>
        <time dateTime={start}>{withDay ? time.moment(start) : time.time(start)}</time>
        <span class="about">
          <span class="name" dir="auto">
            {name}
          </span>
          {hasNamesake && (
            <span class="namesake" dir="auto">
              {birth_date && `${say.birthDate} ${writtenDay(birth_date, locale, 'medium')} · `}
              {external_id}
            </span>
          )}
          <StateBadge state={isUnsent && visit.arrived_at === undefined ? 'kept' : stateOf(visit, now)} />
          <span class="hint" dir="auto">
            {shortDetailOf(visit, plugins)}
          </span>
        </span>
      </button>
    </li>
  )
}

/** Finds the visits of yesterday and tomorrow when the receptionist stops typing. */
function useNear(typed: string, findNear: Props['findNear']): ListedVisit[] {
  const [near, setNear] = useState<ListedVisit[]>([])
  useEffect(() => {
    setNear([])
    if (typed === '') return
    const ended = new AbortController()
    const timer = setTimeout(
      () =>
        findNear(typed, ended.signal).then(
          (visits) => !ended.signal.aborted && setNear(visits.map(listed)),
          () => {},
        ),
      lookNearAfterMs,
    )
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [typed])
  return near
}

/** Returns the index of the first visit that starts after the instant. */
function firstShown(visits: ListedVisit[], instant: number): number {
  const next = visits.findIndex(({ visit }) => Date.parse(visit.starts_at) >= instant)
  const last = Math.max(0, visits.length - rowsAtEnd)
  return next === -1 ? last : Math.min(next, last)
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
