import type { Client } from '../../../client/client.ts'
import { type DeskVisit, deskVisit, isReal, type ListedVisit, listedDeskVisit } from './desk-visit.ts'
import type { KeepDay } from './stored-day.ts'

// A page of the list has 1,000 visits: at least this much of a large hospital's day is ahead.
const pagesNearNow = 2

/** The visits of a day, by id. */
export type Visits = Map<string, ListedVisit>

/** Where a page of the list begins. */
interface PageBegin {
  /** The cursor before the page; undefined for the first one. */
  after: string | undefined
  startsAt: string
}

export interface LoadedDay {
  visits: Visits
  begins: PageBegin[]
}

/** Reads the day page by page, so that the browser can paint between two pages.
 *  @param keep receives the visits of each page */
export async function loadDay(client: Client, entityId: string, day: string, keep: KeepDay): Promise<LoadedDay> {
  const pages: DeskVisit[][] = []
  const loaded: LoadedDay = { visits: new Map(), begins: [] }
  for await (const { items, after } of client.visitPages(entityId, day, day)) {
    const visits = items.filter(isReal).map(deskVisit)
    pages.push(visits)
    if (visits[0]) loaded.begins.push({ after, startsAt: visits[0].starts_at })
    for (const visit of visits) loaded.visits.set(visit.id, listedDeskVisit(visit))
  }
  // A device without space still shows the day.
  await keep(entityId, day, pages).catch(() => {})
  return loaded
}

/** Reads again the pages from the one with the visits of `instant` on. The rest of a large day changes less often. */
export async function loadNear(client: Client, entityId: string, day: string, begins: PageBegin[], instant: number) {
  const after = begins.findLast(({ startsAt }) => Date.parse(startsAt) <= instant)?.after
  const visits: Visits = new Map()
  let pages = 0
  for await (const { items } of client.visitPages(entityId, day, day, after)) {
    for (const visit of items.filter(isReal)) visits.set(visit.id, listedDeskVisit(deskVisit(visit)))
    if (++pages === pagesNearNow) break
  }
  return visits
}

/** Whether `loadNear` reads the whole day. */
export const isShort = ({ begins }: LoadedDay) => begins.length <= pagesNearNow
