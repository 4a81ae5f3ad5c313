import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type Chunk, type FoundList, type ListSource, positionOfNext } from '../../platform/database/keyset-list.ts'
import {
  endingBefore,
  isIn,
  type KeysetRange,
  limitOf,
  type Position,
  startingAt,
} from '../../platform/database/keyset-range.ts'
import { writeCursor } from '../../platform/lists/cursor.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { type AuditEntry, readEntry } from './entry.ts'

export type EntryRange = KeysetRange<string>

// An entry has up to 4 kB.
export const chunkRows = 256
const scannedRows = 1_000

/** Reading the audit concerns as many contacts as it has entries, which name them. */
export const entrySource = (database: Database, list: EntryRange): ListSource<AuditEntry[], EntryRange> => ({
  list,
  isLong: async (whole) => (await positionAfter(database, whole, whole.rows)) !== undefined,
  readChunk: (rest) => readChunk(database, rest),
  notificationsIn: (records) => records.map(() => null),
})

/** Cuts the list after `limit` entries. `next` is the cursor of the next page. */
export async function cutEntries(database: Database, list: EntryRange, limit: number | undefined, turn: Turn) {
  if (limit === undefined) return { list, next: undefined }
  const scanned = { ...list, rows: scannedRows }
  const next = await positionOfNext(scanned, limit, turn, (window, count) => findInWindow(database, window, count))
  return next
    ? { list: endingBefore(list, next), next: writeCursor('audit', next.at, next.key) }
    : { list, next: undefined }
}

/** Finds the position after `count` entries, or after the window. */
async function findInWindow(
  database: Database,
  window: EntryRange,
  count: number,
): Promise<FoundList<EntryRange, Position<string>>> {
  const matched = Math.min(count, window.rows)
  const following = await positionAfter(database, window, matched)
  if (matched === count) return { found: following, matched, next: undefined }
  return { found: undefined, matched, next: following && startingAt(window, following) }
}

async function readChunk(database: Database, list: EntryRange): Promise<Chunk<AuditEntry[], EntryRange>> {
  const rows = await entriesIn(database, list).selectAll().limit(limitOf(list)).execute()
  const following = rows.length < list.rows ? undefined : await positionAfter(database, list, list.rows)
  const next = following && startingAt(list, following)
  return { records: rows.map(readEntry), matched: rows.length, next }
}

const entriesIn = (database: Database, list: EntryRange) =>
  database
    .selectFrom('audit_entries')
    .where('entity_id', '=', list.entityId)
    .where(isIn(list, 'at', 'entry_id'))
    .orderBy('at')
    .orderBy('entry_id')

const positionAfter = (database: Database, list: EntryRange, rows: number): Promise<Position<string> | undefined> =>
  entriesIn(database, list)
    .select(['at', 'entry_id as key'])
    .limit(sql.lit(1))
    .offset(sql<number>`cast(${rows} as integer)`)
    .executeTakeFirst()
