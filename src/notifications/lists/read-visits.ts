import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import {
  type Chunk,
  type FoundList,
  type ListSource,
  positionOfNext,
  readInTurns,
} from '../../platform/database/keyset-list.ts'
import { endingBefore, isIn, limitOf, type Position, startingAt } from '../../platform/database/keyset-range.ts'
import { writeCursor } from '../../platform/lists/cursor.ts'
import { hasFilters } from '../../platform/lists/pages.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { readStatuses } from '../status/read-statuses.ts'
import type { NotificationStatus } from '../status/status.ts'
import { filteredColumns, type VisitFilters, visitPasses } from './visit-filters.ts'
import { firstVisits, type VisitRange, visitAfter, visitPosition } from './visit-range.ts'

// A visit has about 950 bytes, so that a chunk has as many bytes as a chunk of actions.
export const firstChunkVisits = 340
const nextChunkRows = 170
// With 8 words, a scan of this size blocks the event loop for 2 ms (SQLite). Unlike a chunk, it returns no records.
const scannedRows = 1_000

/** With `tokensAt`, the records have the hashes of the check-in tokens that are valid at this instant. With `among`, the list has only
 *  these visits, which are in order of their start. */
export type VisitList = VisitRange & { filters: VisitFilters; tokensAt: Instant | null; among?: Position<string>[] }

const isFiltered = ({ filters, among }: VisitList) => hasFilters(filters) || among !== undefined

/** @param withNotes whether the visits have the notes and calls of staff, which a front desk may not read */
export const visitSource = (
  database: Database,
  list: VisitList,
  { withNotes }: { withNotes: boolean },
): ListSource<NotificationStatus[], VisitList> => ({
  list,
  isLong: async (whole) => (await visitAfter(database, whole)) !== undefined,
  async readChunk(rest) {
    const chunk = await readChunk(database, rest)
    return withNotes ? chunk : { ...chunk, records: chunk.records.map(withoutNotes) }
  },
  notificationsIn: (records) => records.map(({ id }) => id),
})

const withoutNotes = ({ note: _note, calls: _calls, ...visit }: NotificationStatus): NotificationStatus => visit

/** Cuts the list after `limit` visits that pass the filters. A filtered list begins with the first window that contains one
 *  of them, so that a search for few visits does not read the records before it. */
export async function cutVisits(database: Database, list: VisitList, limit: number, turn: Turn) {
  const hasGaps = isFiltered(list)
  let first: VisitList | undefined
  const next = await positionOfNext(
    { ...list, rows: hasGaps ? scannedRows : limit + 1 },
    limit,
    turn,
    async (window, count) => {
      const scanned = await findInWindow(database, window, count)
      if (scanned.found || scanned.matched > 0) first ??= window
      return scanned
    },
  )
  const begin = first ?? { ...list, toAt: list.fromAt, toKey: list.fromKey }
  const found = { ...begin, rows: hasGaps ? scannedRows : firstChunkVisits }
  return next
    ? { list: endingBefore(found, next), next: writeCursor('visits', next.at, next.key) }
    : { list: found, next }
}

/** Reads the first visits of the list, in order. `next` is the rest of the list. A filtered read scans a fixed number of rows,
 *  which bounds its work. */
async function readChunk(database: Database, list: VisitList): Promise<Chunk<NotificationStatus[], VisitList>> {
  const records = await readStatuses(
    database,
    list.entityId,
    (notifications) =>
      (isFiltered(list)
        ? notifications.where('notifications.notification_id', 'in', passing(database, list))
        : notifications.where(isIn(list, 'starts_at', 'notification_id')).limit(limitOf(list))
      )
        .orderBy('starts_at')
        .orderBy('notification_id'),
    list.tokensAt,
  )
  const isLast = !isFiltered(list) && records.length < list.rows
  const following = isLast ? undefined : await visitAfter(database, list)
  const next = list.rows === scannedRows ? list : { ...list, rows: nextChunkRows }
  return { records, matched: records.length, next: following && startingAt(next, following) }
}

const passing = (database: Database, list: VisitList) =>
  scan(database, list).where(passes(database, list)).select('notification_id')

/** An SQL condition: whether a row of a window passes the filters, and is one of the visits of the list. */
function passes(database: Database, list: VisitList) {
  const passesFilters = visitPasses(database, list.entityId, list.filters)
  if (!list.among) return passesFilters
  const ids = firstOf(list.among, list).map(({ key }) => key)
  return sql<SqlBool>`(${database.engine.isAmong('notifications.notification_id', ids)} and ${passesFilters})`
}

/** Returns the positions that a window can have: the first ones. Databases order ids of the same start in their own way. */
function firstOf(all: Position<string>[], { fromAt, rows }: VisitRange) {
  const from = all.findIndex(({ at }) => at >= fromAt)
  if (from < 0) return []
  const following = all.findIndex(({ at }) => at > fromAt)
  return all.slice(from, following < 0 ? undefined : following + rows)
}

/** Finds the position after `count` matches within one window. If the window has fewer matches, returns their number
 *  and the next window. */
async function findInWindow(
  database: Database,
  window: VisitList,
  count: number,
): Promise<FoundList<VisitList, Position<string>>> {
  const { matched, next } = await countWindow(database, window)
  if (matched <= count) return { found: undefined, matched, next }
  const found = await scan(database, window)
    .where(passes(database, window))
    .select(visitPosition)
    .orderBy('starts_at')
    .orderBy('notification_id')
    .limit(sql.lit(1))
    .offset(count)
    .executeTakeFirst()
  return { found, matched, next }
}

/** Counts the visits that pass the filters, one window in each turn. */
export async function countPassing(database: Database, list: VisitList, turn: Turn): Promise<number> {
  let count = 0
  const whole = { ...list, rows: scannedRows }
  for await (const { matched } of readInTurns(whole, turn, (window) => countWindow(database, window))) count += matched
  return count
}

/** Selects only the columns that the filters read, so that SQLite finds those of a search in an index. */
const scan = (database: Database, window: VisitList) =>
  database.selectFrom(
    firstVisits(database, window)
      .select(['notifications.notification_id', 'notifications.starts_at'])
      .select([...filteredColumns(window.filters)].map((column) => `notifications.${column}` as const))
      .as('notifications'),
  )

async function countWindow(database: Database, window: VisitList) {
  const { rows, matched } = await scan(database, window)
    .select(sql<number>`count(*)`.as('rows'))
    .select(sql<number>`count(*) filter (where ${passes(database, window)})`.as('matched'))
    .executeTakeFirstOrThrow()
  const following = rows < window.rows ? undefined : await visitAfter(database, window)
  return { matched, next: following && startingAt(window, following) }
}
