import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client, NotificationStatus, VisitFilters } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import { refusalOf } from '../../follow.ts'
import { inOrder, listedVisit } from '../../visit-list/listed-visit.ts'
import type { Period } from '../period.ts'
import type { Found } from './filter-visits.ts'

/** What the page asks the service for. */
export interface Asked {
  period: Period
  filters: VisitFilters
  /** The list ends after this number of visits. */
  max: number
}

export interface Loaded {
  /** By start. */
  visits: Found[]
  state: 'reading' | 'read' | 'failed'
  /** When the visits were read; undefined before the first time. */
  readAt: Date | undefined
  /** Whether the service has more than `max`. */
  isCut: boolean
}

// A page has 1,000 visits.
const pagesAtReload = 2
// Until then, a reload of a long list reads only the visits around those in sight.
const reloadAllAfterMs = 5 * 60_000

/** Reads a list of visits page by page, and reads it again with each generation. While it reads or after a failure, the earlier
 *  visits stay. Without `asked`, there is no list.
 *  @param inSight the start of the first visit that the user sees */
export function useVisits(
  { token, entity }: Session,
  asked: Asked | undefined,
  generation: number,
  inSight: () => string | undefined,
  onRefused: (fault: SignInFault) => void,
): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ visits: [], state: 'reading', readAt: undefined, isCut: false })
  const reload = useRef<() => void>(undefined)
  const shownDays = useRef('')
  const key = JSON.stringify(asked)

  useEffect(() => {
    if (!asked) {
      shownDays.current = ''
      reload.current = undefined
      return setLoaded({ visits: [], state: 'read', readAt: undefined, isCut: false })
    }
    const { period, filters, max } = asked
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    let list: ReadList | undefined
    let readAllAt = 0
    let isReading = false
    const days = JSON.stringify(period)
    // The visits of the same days stay until those of the other filters come: the page filters them, too.
    const isOtherDays = days !== shownDays.current
    shownDays.current = days
    setLoaded((before) => ({
      ...before,
      state: 'reading',
      ...(isOtherDays && { visits: [], readAt: undefined, isCut: false }),
    }))

    const show = (visits: Map<string, Found>, state: Loaded['state'], isCut: boolean) =>
      setLoaded({ visits: inOrder(visits.values()), state, isCut, readAt: new Date() })

    async function read() {
      if (isReading) return
      isReading = true
      try {
        if (list === undefined || list.begins.length <= pagesAtReload || Date.now() - readAllAt >= reloadAllAfterMs) {
          const isFirst = list === undefined
          const whole = await readList(client, entity.id, { period, filters, max }, (visits) => {
            if (isFirst && !ending.signal.aborted) show(visits, 'reading', false)
          })
          if (ending.signal.aborted) return
          list = whole
          readAllAt = Date.now()
        } else {
          const near = await readNear(client, entity.id, { period, filters, max }, list.begins, inSight())
          if (ending.signal.aborted) return
          for (const [id, found] of near) list.visits.set(id, found)
        }
        show(list.visits, 'read', list.isCut)
      } catch (error) {
        if (ending.signal.aborted) return
        const refusal = refusalOf(error)
        if (refusal) return onRefused(refusal)
        setLoaded((before) => ({ ...before, state: 'failed' }))
      } finally {
        isReading = false
      }
    }
    reload.current = read
    read()
    return () => ending.abort()
  }, [token, entity.id, key])

  const lastGeneration = useRef(generation)
  useEffect(() => {
    if (lastGeneration.current === generation) return
    lastGeneration.current = generation
    reload.current?.()
  }, [generation])
  return loaded
}

interface ReadList {
  visits: Map<string, Found>
  /** Where each page begins. */
  begins: { after: string | undefined; startsAt: string }[]
  isCut: boolean
}

async function readList(
  client: Client,
  entityId: string,
  { period: { from, to }, filters, max }: Asked,
  onPage: (visits: Map<string, Found>) => void,
): Promise<ReadList> {
  const list: ReadList = { visits: new Map(), begins: [], isCut: false }
  for await (const { items, after } of client.visitPages(entityId, from, to, undefined, filters)) {
    if (list.visits.size >= max) return { ...list, isCut: items.length > 0 }
    if (items[0]) list.begins.push({ after, startsAt: items[0].starts_at! })
    for (const visit of items) list.visits.set(visit.id, foundOf(visit))
    onPage(list.visits)
  }
  return list
}

/** Reads the page with the visits of an instant, and the next one. */
async function readNear(
  client: Client,
  entityId: string,
  { period: { from, to }, filters }: Asked,
  begins: ReadList['begins'],
  instant = '',
): Promise<Map<string, Found>> {
  const { after } = begins.findLast(({ startsAt }) => startsAt <= instant) ?? begins[0]!
  const visits = new Map<string, Found>()
  let pages = 0
  for await (const { items } of client.visitPages(entityId, from, to, after, filters)) {
    for (const visit of items) visits.set(visit.id, foundOf(visit))
    if (++pages === pagesAtReload) break
  }
  return visits
}

/** The list has no visit without a start. */
const foundOf = (visit: NotificationStatus): Found =>
  listedVisit(visit as NotificationStatus & { starts_at: string }, visit.deliveries)
