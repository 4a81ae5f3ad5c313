import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import {
  type Chunk,
  type Found,
  type ListSource,
  positionOfNext,
  type RecordSeparator,
} from '../database/keyset-list.ts'
import { endingBefore, type Position, startingAt } from '../database/keyset-range.ts'
import { preparedJoined } from '../database/prepared.ts'
import type { Turn } from '../fair-queue.ts'
import { statusRecord } from '../tasks/status-record.ts'
import { writeVisitCursor } from './cursor.ts'
import { hasFilters, passes, type VisitFilters } from './visit-filters.ts'
import { firstRows, positionAfter, type VisitRange, visitPosition } from './visit-range.ts'

// A visit has about 950 bytes, so that a chunk has as many bytes as a chunk of actions.
export const firstChunkRows = 340
const nextChunkRows = 170

export type VisitList = VisitRange & { filters: VisitFilters }

export const sourceOf = (database: Database, list: VisitList): ListSource<VisitList> => ({
  list,
  isLong: async (whole) => (await positionAfter(database, whole)) !== undefined,
  readChunk: (rest, separator) => readChunk(database, rest, separator),
})

/** Cuts the list after `limit` visits that pass the filters. */
export async function cutVisits(database: Database, list: VisitList, limit: number, turn: Turn) {
  const next = await positionOfNext(list, limit, turn, (window, count) => findInWindow(database, window, count))
  return next ? { list: endingBefore(list, next), next: writeVisitCursor(next) } : { list, next }
}

/** Reads the first visits of the list, in order and joined. `next` is the rest of the list. */
async function readChunk(database: Database, list: VisitList, separator: RecordSeparator): Promise<Chunk<VisitList>> {
  const { records, rows, matched } = await (hasFilters(list.filters)
    ? readPassing(database, list, separator)
    : readWhole[separator](database, list))
  const following = rows < list.rows ? undefined : await positionAfter(database, list)
  return { records, matched, next: following && startingAt({ ...list, rows: nextChunkRows }, following) }
}

const wholeChunk = (separator: RecordSeparator) =>
  preparedJoined(separator, (database, range: VisitRange) =>
    firstRows(database, range).select(statusRecord(database.engine, range.entityId).as('record')),
  )

/** Most requests have no filter, so they share a prepared statement. */
const readWhole = { ',': wholeChunk(','), '\n': wholeChunk('\n') }

/** Scans a fixed number of rows, and returns the records of those that pass. This bounds the work of one read. */
function readPassing(database: Database, list: VisitList, separator: RecordSeparator) {
  const { engine } = database
  const whole = statusRecord(engine, list.entityId)
  const record = sql<string | null>`case when ${passes(list.entityId, list.filters)} then ${whole} end`.as('record')
  const { sql: text, parameters } = engine
    .joining(firstRows(database, list).select(record), separator)
    .compile(database)
  return engine.readJoined({ sql: text, parameters }, separator)
}

/** Finds the position after `count` matches within one window. If the window has fewer matches, returns their number
 *  and the next window. */
async function findInWindow(
  database: Database,
  window: VisitList,
  count: number,
): Promise<Found<VisitList, Position<string>>> {
  const passing = passes(window.entityId, window.filters)
  const rows = database.selectFrom(firstRows(database, window).selectAll().as('notifications'))
  const found = await rows
    .where(passing)
    .select(visitPosition)
    .orderBy('starts_at')
    .orderBy('notification_id')
    .limit(sql.lit(1))
    .offset(count)
    .executeTakeFirst()
  if (found) return { found, matched: 0, next: undefined }
  return { found, ...(await countWindow(database, window)) }
}

/** Counts the visits that pass the filters, one window in each turn. */
export async function countVisits(database: Database, list: VisitList, turn: Turn) {
  let count = 0
  let window: VisitList | undefined = list
  while (window) {
    const current: VisitList = window
    const { matched, next } = await turn(() => countWindow(database, current))
    count += matched
    window = next
  }
  return { count }
}

async function countWindow(database: Database, window: VisitList) {
  const { rows, matched } = await database
    .selectFrom(firstRows(database, window).selectAll().as('notifications'))
    .select(sql<number>`count(*)`.as('rows'))
    .select(sql<number>`count(*) filter (where ${passes(window.entityId, window.filters)})`.as('matched'))
    .executeTakeFirstOrThrow()
  const following = rows < window.rows ? undefined : await positionAfter(database, window)
  return { matched, next: following && startingAt(window, following) }
}
