import { useEffect, useMemo, useState } from 'preact/hooks'
import { type ActionRecord, type Client, ProblemError } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session, SignInFault } from '../../shared/access/session.ts'
import { useWords } from '../../shared/language.tsx'
import { type Connection, follow } from '../../shared/loading/follow.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { useToday } from '../../shared/time/use-today.ts'
import { inOrder } from '../../shared/visits/listed-visit.ts'
import { forgetErased } from '../arrivals/unsent-arrivals.ts'
import { withActions } from './arrivals-of-day.ts'
import { type DeskVisit, deskVisit, type ListedVisit, listedDeskVisit } from './desk-visit.ts'
import type { KnownDay } from './known-day.ts'
import { isShort, type LoadedDay, loadDay, loadNear, type Visits } from './load-day.ts'
import { type KeepDay, keepNoDay, storeDay, storedDay } from './stored-day.ts'

// The scope of the desk allows only these in the feed.
const filters = { action: ['arrive' as const, 'annul' as const] }
// This brings answers, and changes by the clinic such as a new visit.
const reloadAfterMs = 30_000
// Until then, the reloads of a large day read only the visits around now.
const reloadAllAfterMs = 5 * 60_000
const recentMs = 30 * 60_000
const maxKeys = 100

/** Today's visits by start and today's arrivals, latest first, at all desks of the clinic. Both are undefined while they
 *  load. */
export interface Day {
  visits: ListedVisit[] | undefined
  /** The same visits, and those that were moved. */
  known: KnownDay
  arrivals: ActionRecord[] | undefined
  connection: Connection
  /** Whether the device's date is not the service's. The scope of the desk allows only the visits of near days. */
  isClockWrong: boolean
}

export function useDay(session: Session, time: ClinicTime, onRefused: (fault: SignInFault) => void): Day {
  const [visits, setVisits] = useState<Visits>()
  const [arrivals, setArrivals] = useState<ActionRecord[]>()
  const [connection, setConnection] = useState<Connection>('connecting')
  const [isClockWrong, setClockWrong] = useState(false)
  const today = useToday(time)
  const { token, entity, isOfTab } = session
  const plugins = useWords('plugins')
  const keep: KeepDay = isOfTab ? keepNoDay : (...loaded) => storeDay(plugins, ...loaded)

  useEffect(() => {
    const ended = new AbortController()
    let day: LoadedDay | undefined
    let loadedAt = 0
    setVisits(undefined)
    setArrivals(undefined)
    storedDay(entity.id, today).then((stored) => stored && setVisits((loaded) => loaded ?? byId(stored)))

    const following = {
      async begin(signal: AbortSignal) {
        const client = connect(token, { retries: 0, signal })
        const { actions, sequence } = await client.snapshot(entity.id, today, today, filters)
        setArrivals(withActions([], actions))
        await load(client)
        return sequence
      },
      onActions(actions: ActionRecord[]) {
        setArrivals((before = []) =>
          withActions(
            before,
            actions.filter(({ date }) => time.dayOf(date) === today),
          ),
        )
        // The state before the arrival is not in the action.
        const annulled = actions.filter(({ action }) => action === 'annul').map(({ external_id }) => external_id)
        if (annulled.length > 0) refresh([...new Set(annulled)].slice(0, maxKeys))
      },
      onConnection: setConnection,
      onRefused,
    }

    async function load(client: Client) {
      day = await loadDay(client, entity.id, today, keep).catch(undefinedIfForbidden)
      if (ended.signal.aborted) return
      loadedAt = Date.now()
      setClockWrong(day === undefined)
      if (day) setVisits(day.visits)
      if (day && !isOfTab) await forgetErased(entity.id, erasedIn(day.visits)).catch(() => {})
    }

    async function reload() {
      const client = connect(token, { retries: 0, signal: ended.signal })
      if (day === undefined || isShort(day) || Date.now() - loadedAt >= reloadAllAfterMs) return load(client)
      const near = await loadNear(client, entity.id, today, day.begins, Date.now() - recentMs)
      if (!ended.signal.aborted) setVisits((before = new Map()) => new Map([...before, ...near]))
    }

    /** Reads the visits of these keys again. After a failure, the next load brings them. */
    async function refresh(keys: string[]) {
      const some = connect(token, { retries: 0, signal: ended.signal }).visits(entity.id, today, today, {
        external_id: keys,
        test: 'false',
      })
      const changed = await Array.fromAsync(some).catch(() => [])
      if (changed.length > 0) setVisits((before = new Map()) => new Map([...before, ...byId(changed.map(deskVisit))]))
    }

    const timer = setInterval(() => reload().catch(() => {}), reloadAfterMs)
    follow(session, filters, following, ended.signal)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [token, entity.id, today])

  const shown = useMemo(() => visits && withArrivals(visits, arrivals), [visits, arrivals])
  const ordered = useMemo(() => shown && inOrder(shown.values()), [shown])
  return { visits: ordered, known: { today, visits: shown ?? new Map() }, arrivals, connection, isClockWrong }
}

function undefinedIfForbidden(error: unknown): undefined {
  if (!(error instanceof ProblemError && error.status === 403)) throw error
}

/** Returns the ids of visits whose contacts have no data any more. */
const erasedIn = (visits: Visits) =>
  new Set([...visits].filter(([, { visit }]) => visit.contact.external_id === '').map(([id]) => id))

const byId = (visits: DeskVisit[]): Visits => new Map(visits.map((visit) => [visit.id, listedDeskVisit(visit)]))

/** Shows the arrivals of all desks at once, before the next load brings them. */
function withArrivals(visits: Visits, arrivals: ActionRecord[] = []): Visits {
  const shown = new Map(visits)
  for (const { notification_id, date } of arrivals) {
    const one = visits.get(notification_id)
    if (one) shown.set(notification_id, { ...one, visit: { ...one.visit, state: 'arrived', arrived_at: date } })
  }
  return shown
}
