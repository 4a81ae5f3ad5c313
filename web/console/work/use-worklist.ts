import { useEffect, useState } from 'preact/hooks'
import {
  type Acknowledgement,
  type Client,
  type NotificationStatus,
  ProblemError,
  type SourceLag,
  type UnhandledReply,
} from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import { refusalOf } from '../../follow.ts'
import { firstOf } from '../../lists/first-of.ts'
import { counted, daysOf, filtersOf, isDealtWith, keyOf, readFilterOf, type Worklist } from './worklists.ts'

const pageSize = 50
const reloadAfterMs = 30_000
const ticksPerCount = 4
/** The largest page that the service returns. */
const maxPage = 1_000

/** An entry of a worklist: a visit; or a text, or an event that a system could not apply, with the visit that it is about, if
 *  that is clear. */
export interface Entry {
  id: string
  visit: NotificationStatus | undefined
  reply?: UnhandledReply
  failure?: Acknowledgement
}

/** The start of the visit, the receipt of the text, or the time of the event. */
export const instantOf = ({ reply, failure, visit }: Entry): string =>
  reply?.received_at ?? failure?.event.date ?? visit!.starts_at!

interface Loaded {
  entries: Entry[]
  isMore: boolean
  state: 'reading' | 'read' | 'failed'
  /** When the entries were read; undefined before the first time. */
  readAt: Date | undefined
}

interface Reloads {
  /** Grows when the list reloads. */
  list: number
  /** Grows when the counts reload. */
  counts: number
}

/** Reloads the list every 30 s while the page is visible, and the counts, which cost the service more, every two minutes.
 *  Reloads both when the page becomes visible, when the connection returns, and on request. */
export function useReloads(): [Reloads, () => void] {
  const [reloads, setReloads] = useState<Reloads>({ list: 0, counts: 0 })
  const reload = () => setReloads(({ list, counts }) => ({ list: list + 1, counts: counts + 1 }))
  useEffect(() => {
    let ticks = 0
    const isVisible = () => document.visibilityState === 'visible'
    const tick = () => {
      if (!isVisible()) return
      ticks++
      setReloads(({ list, counts }) => ({ list: list + 1, counts: ticks % ticksPerCount === 0 ? counts + 1 : counts }))
    }
    const reloadIfVisible = () => isVisible() && reload()
    const timer = setInterval(tick, reloadAfterMs)
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('online', reload)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('online', reload)
    }
  }, [])
  return [reloads, reload]
}

/** Reads the first entries of a list, and more on request. While it reads or after a failure, the earlier entries stay. */
export function useWorklist(
  { token, entity }: Session,
  list: Worklist,
  today: string,
  generation: number,
  onRefused: (fault: SignInFault) => void,
) {
  const [loaded, setLoaded] = useState<Loaded>({ entries: [], isMore: false, state: 'reading', readAt: undefined })
  const [count, setCount] = useState(pageSize)
  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    // One more than shown: then the list has more.
    readEntries(client, entity.id, list, today, count + 1).then(
      (entries) => {
        if (ending.signal.aborted) return
        const isMore = entries.length > count
        setLoaded({ entries: entries.slice(0, count), isMore, state: 'read', readAt: new Date() })
      },
      (error) => {
        if (ending.signal.aborted) return
        const refusal = refusalOf(error)
        if (refusal) return onRefused(refusal)
        setLoaded((before) => ({ ...before, state: 'failed' }))
      },
    )
    return () => ending.abort()
  }, [token, entity.id, today, generation, count])
  const more = () => {
    setLoaded({ ...loaded, state: 'reading' })
    setCount(count + pageSize)
  }
  return { ...loaded, more }
}

/** Reads the first `count` entries of a list. */
export async function readEntries(
  client: Client,
  entityId: string,
  list: Worklist,
  today: string,
  count: number,
): Promise<Entry[]> {
  if (list.name === 'not-applied') return readFailures(client, entityId, list, count)
  const { from, to } = daysOf(list, today)
  if (list.name !== 'texts') {
    const visits = await firstOf(client.visits(entityId, from, to, filtersOf(list), Math.min(count, maxPage)), count)
    return visits.map((visit) => ({ id: visit.id, visit }))
  }
  const replies = await firstOf(client.replies(entityId, from, to, readFilterOf(list)), count)
  return Promise.all(
    replies.map(async (reply) => ({ id: reply.id, reply, visit: await visitOf(client, entityId, reply) })),
  )
}

async function readFailures(client: Client, entityId: string, { part }: Worklist, count: number): Promise<Entry[]> {
  const filters = { outcome: 'failed', resent: part === 'resent' ? 'true' : 'false' } as const
  const failures = await firstOf(client.acknowledgements(entityId, filters, Math.min(count, maxPage)), count)
  return Promise.all(
    failures.map(async (failure) => ({
      ...{ id: `${failure.sequence} ${failure.source.id}`, failure },
      visit: await visitOf(client, entityId, failure.event),
    })),
  )
}

async function visitOf(client: Client, entityId: string, { notification_id: id }: { notification_id?: string }) {
  if (id === undefined) return undefined
  return client.notification(entityId, id).catch((error) => {
    if (error instanceof ProblemError && error.status === 404) return undefined
    throw error
  })
}

/** Counts the lists in the service, and reads how far the clinic's systems are behind. A list without a count could not be counted
 *  yet. */
export function useCounts({ token, entity }: Session, today: string, generation: number) {
  const [counts, setCounts] = useState<Partial<Record<string, number>>>({})
  const [systems, setSystems] = useState<SourceLag[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    client.lag(entity.id).then(
      (lag) => {
        if (ending.signal.aborted) return
        setSystems(lag)
        const sum = (countOf: (one: SourceLag) => number) => lag.reduce((total, one) => total + countOf(one), 0)
        setCounts((before) => ({
          ...before,
          [keyOf({ name: 'not-applied', part: 'todo' })]: sum(({ failed, resent }) => failed - resent),
          [keyOf({ name: 'not-applied', part: 'resent' })]: sum(({ resent }) => resent),
        }))
      },
      () => {},
    )
    for (const list of counted) {
      const { from, to } = daysOf(list, today)
      const counting =
        list.name === 'texts'
          ? client.countReplies(entity.id, from, to, { read: 'false' })
          : client.countVisits(entity.id, from, to, filtersOf(list))
      counting.then(
        (count) => !ending.signal.aborted && setCounts((before) => ({ ...before, [keyOf(list)]: count })),
        // The list itself says that the service cannot be reached.
        () => {},
      )
    }
    return () => ending.abort()
  }, [token, entity.id, today, generation])
  return {
    ...{ counts, systems },
    setCount: (list: Worklist, count: number) =>
      !isDealtWith(list.part) && setCounts((before) => ({ ...before, [keyOf(list)]: count })),
  }
}
