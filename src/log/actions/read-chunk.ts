import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Chunk, ListSource } from '../../platform/database/keyset-list.ts'
import { startingAt } from '../../platform/database/keyset-range.ts'
import { preparedJoined } from '../../platform/database/prepared.ts'
import { hasFilters } from '../../platform/lists/pages.ts'
import { freeBytes } from '../../platform/memory/free-bytes.ts'
import { type ActionRange, actionAfter, firstActions } from './action-range.ts'
import { type ActionFilters, actionPasses } from './filters.ts'
import { notificationsIn } from './notifications-in.ts'

// Nearly every list is one chunk of this size, and one read.
export const firstChunkActions = 512
// The later chunks of a stream are smaller. A stalled client keeps one or two of them in memory, 150 kB each.
const nextChunkRows = 256

type Separator = ',' | '\n'
type Records = Uint8Array<ArrayBuffer>
type ActionChunk = Chunk<Records, ActionList>

export type ActionList = ActionRange & { filters: ActionFilters }

/** Reads the first records of the list, in order and joined. Each chunk is a read of its own, so no database cursor
 *  stays open between two chunks. */
async function readChunk(database: Database, list: ActionList, separator: Separator): Promise<ActionChunk> {
  const { records, rows, matched } = await (hasFilters(list.filters)
    ? readPassing(database, list, separator)
    : readWhole[separator](database, list))
  const following = rows < list.rows ? undefined : await actionAfter(database, list)
  return { records, matched, next: following && startingAt({ ...list, rows: nextChunkRows }, following) }
}

/** Joins the records with `separator`, as the format of the list requires. */
export const actionSource = (
  database: Database,
  list: ActionList,
  separator: Separator,
): ListSource<Records, ActionList> => ({
  list,
  isLong: async (whole) => (await actionAfter(database, whole)) !== undefined,
  readChunk: (rest) => readChunk(database, rest, separator),
  notificationsIn,
  free: freeBytes,
})

const wholeChunk = (separator: Separator) =>
  preparedJoined(separator, (database, range: ActionRange) => firstActions(database, range).select('record'))

/** Most requests have no filter, so they share a prepared statement. */
const readWhole = { ',': wholeChunk(','), '\n': wholeChunk('\n') }

/** Scans a fixed number of rows, and returns the records of those that pass. This bounds the work of one read. */
function readPassing(database: Database, list: ActionList, separator: Separator) {
  const record = sql<string | null>`case when ${actionPasses(list.entityId, list.filters)} then record end`.as('record')
  const rows = database.selectFrom(firstActions(database, list).selectAll().as('actions')).select(record)
  const { engine } = database
  const { sql: text, parameters } = engine.joining(rows, separator).compile(database)
  return engine.readJoined({ sql: text, parameters }, separator)
}
