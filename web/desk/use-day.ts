import { useEffect, useMemo, useState } from 'preact/hooks'
import {
  type ActionRecord,
  type Client,
  createClient,
  type NotificationStatus,
  ProblemError,
} from '../../client/client.ts'
import { type Session, type SignInFault, serviceUrl } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { type Connection, follow } from '../follow.ts'
import { useToday } from '../use-today.ts'
import { withActions } from './arrivals-of-day.ts'
import { keepDay, keptDay } from './device-store.ts'
import { inOrder, type ListedVisit, listed } from './today.ts'

// The scope of the desk allows only these in the feed.
const filters = { action: ['arrive' as const, 'annul' as const] }
// This brings answers, and changes by the clinic such as a new visit.
const reloadAfterMs = 30_000
const maxKeys = 100

/** Today's visits by start and today's arrivals, latest first, at all desks of the clinic. Both are undefined while they
 *  load. */
export interface Day {
  visits: ListedVisit[] | undefined
  arrivals: ActionRecord[] | undefined
  connection: Connection
  /** Whether the device's date is not the service's. The scope of the desk allows only the visits of near days. */
  isClockWrong: boolean
}

export function useDay(session: Session, time: ClinicTime, onRefused: (fault: SignInFault) => void): Day {
  const [visits, setVisits] = useState<Map<string, ListedVisit>>()
  const [arrivals, setArrivals] = useState<ActionRecord[]>()
  const [connection, setConnection] = useState<Connection>('connecting')
  const [isClockWrong, setClockWrong] = useState(false)
  const today = useToday(time)
  const { token, entity } = session

  useEffect(() => {
    const ended = new AbortController()
    const connect = (signal: AbortSignal) => createClient({ url: serviceUrl, token, retries: 0, signal })
    setVisits(undefined)
    setArrivals(undefined)
    keptDay(entity.id, today).then((kept) => kept && setVisits((loaded) => loaded ?? byId(kept)))

    const following = {
      async begin(signal: AbortSignal) {
        const client = connect(signal)
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
        refresh(connect(ended.signal), [...new Set(actions.map(({ external_id }) => external_id))])
      },
      onConnection: setConnection,
      onRefused,
    }

    async function load(client: Client) {
      const all = await Array.fromAsync(client.visits(entity.id, today, today)).catch(noneOnForbiddenDay)
      if (ended.signal.aborted) return
      setClockWrong(all === undefined)
      if (all === undefined) return
      setVisits(byId(all))
      // A device without space still shows the day.
      await keepDay({ entityId: entity.id, day: today, visits: all }).catch(() => {})
    }

    /** Reads the visits of these keys again. After a failure, the next load brings them. */
    async function refresh(client: Client, keys: string[]) {
      for (let from = 0; from < keys.length; from += maxKeys) {
        const some = client.visits(entity.id, today, today, { external_id: keys.slice(from, from + maxKeys) })
        const changed = await Array.fromAsync(some).catch(() => [])
        if (changed.length > 0) setVisits((before = new Map()) => new Map([...before, ...byId(changed)]))
      }
    }

    const reload = () => load(connect(ended.signal)).catch(() => {})
    const timer = setInterval(reload, reloadAfterMs)
    follow(session, filters, following, ended.signal)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [token, entity.id, today])

  const ordered = useMemo(() => visits && inOrder(visits.values()), [visits])
  return { visits: ordered, arrivals, connection, isClockWrong }
}

function noneOnForbiddenDay(error: unknown): undefined {
  if (!(error instanceof ProblemError && error.status === 403)) throw error
}

const byId = (visits: NotificationStatus[]) => new Map(visits.map((visit) => [visit.id, listed(visit)]))
