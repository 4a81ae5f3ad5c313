import type { Client, NotificationStatus, VisitFilters } from '../../../client/client.ts'
import { listedVisit } from '../../visit-list/listed-visit.ts'
import type { Period } from '../period.ts'
import type { Found } from './filter-visits.ts'

/** What the page asks the service for. */
export interface Asked {
  period: Period
  filters: VisitFilters
  /** The list ends after this number of visits. */
  max: number
}

interface ReadList {
  visits: Map<string, Found>
  /** Where each page begins. */
  begins: { after: string | undefined; startsAt: string }[]
  /** Whether the service has more than `max`. */
  isCut: boolean
}

// A page has 1,000 visits.
const pagesAtReload = 2
// Until then, a reload of a long list reads only the visits around those in sight.
const reloadAllAfterMs = 5 * 60_000

/** Returns a function that reads the list, and reads it again at the next call. It gives the first read page by page to `onPart`.
 *  @param inSight the start of the first visit that the user sees */
export function visitsReader(client: Client, entityId: string, asked: Asked, inSight: () => string | undefined) {
  let list: ReadList | undefined
  let readAllAt = 0
  return async (onPart: (visits: ReadList['visits']) => void): Promise<ReadList> => {
    const isLong = list !== undefined && list.begins.length > pagesAtReload
    if (list && isLong && Date.now() - readAllAt < reloadAllAfterMs) {
      await readNear(client, entityId, asked, list, inSight())
      return list
    }
    list = await readList(client, entityId, asked, list ? () => {} : onPart)
    readAllAt = Date.now()
    return list
  }
}

async function readList(
  client: Client,
  entityId: string,
  { period: { from, to }, filters, max }: Asked,
  onPart: (visits: ReadList['visits']) => void,
): Promise<ReadList> {
  const list: ReadList = { visits: new Map(), begins: [], isCut: false }
  let shown = 0
  for await (const { items, after } of client.visitPages(entityId, from, to, undefined, filters)) {
    if (list.visits.size >= max) return { ...list, isCut: items.length > 0 }
    if (items[0]) list.begins.push({ after, startsAt: items[0].starts_at! })
    for (const visit of items) list.visits.set(visit.id, foundOf(visit))
    // On a slow processor, reading a page takes 100 ms, and rendering the list another 100 ms.
    await nextTask()
    // Render only when the list has doubled: sorting and filtering after every page would take longer than reading.
    if (list.visits.size < 2 * shown) continue
    shown = list.visits.size
    onPart(list.visits)
  }
  return list
}

/** Reads again the page with the visits of an instant, and the next one. */
async function readNear(
  client: Client,
  entityId: string,
  { period: { from, to }, filters }: Asked,
  { visits, begins }: ReadList,
  instant = '',
) {
  const { after } = begins.findLast(({ startsAt }) => startsAt <= instant) ?? begins[0]!
  let pages = 0
  for await (const { items } of client.visitPages(entityId, from, to, after, filters)) {
    for (const visit of items) visits.set(visit.id, foundOf(visit))
    if (++pages === pagesAtReload) break
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The list has no visit without a start. */
const foundOf = (visit: NotificationStatus): Found =>
  listedVisit(visit as NotificationStatus & { starts_at: string }, visit.deliveries)
