import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Turn } from '../fair-queue.ts'
import { firstRows, positionAfter } from './action-range.ts'
import { writeListCursor } from './cursor.ts'
import { passes } from './filters.ts'
import { endingBefore, type Position, startingAt } from './keyset-range.ts'
import type { ActionList } from './read-chunk.ts'

export interface ListPage {
  list: ActionList
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined
}

/** Cuts the list after `limit` records that pass the filters. */
export async function readFirstPage(
  database: Database,
  list: ActionList,
  limit: number,
  turn: Turn,
): Promise<ListPage> {
  const next = await positionOfNext(list, limit, turn, (window, count) => findInWindow(database, window, count))
  if (!next) return { list, next }
  return { list: endingBefore(list, next), next: writeListCursor({ ...next, snapshot: list.snapshot }) }
}

/** The result of a search within one window of a list. */
export interface Found<List, Position> {
  found: Position | undefined
  /** Without a position: the number of records that pass the filters, and the next window. */
  matched: number
  next: List | undefined
}

/** Finds the record that follows the first `count` records that pass the filters, one window in each turn. */
export async function positionOfNext<List, Position>(
  list: List,
  count: number,
  turn: Turn,
  find: (window: List, count: number) => Promise<Found<List, Position>>,
) {
  let window: List | undefined = list
  let before = count
  while (window) {
    const current: List = window
    const { found, matched, next } = await turn(() => find(current, before))
    if (found) return found
    before -= matched
    window = next
  }
  return undefined
}

/** Finds the position after `count` matches within one window. If the window has fewer matches, returns their number
 *  and the next window. */
async function findInWindow(
  database: Database,
  window: ActionList,
  count: number,
): Promise<Found<ActionList, Position<number>>> {
  const passing = passes(window.entityId, window.filters)
  const rows = database.selectFrom(firstRows(database, window).selectAll().as('actions'))
  const found: Position<number> | undefined = await rows
    .where(passing)
    .select(['at', 'sequence as key'])
    .orderBy('at')
    .orderBy('sequence')
    .limit(sql.lit(1))
    .offset(count)
    .executeTakeFirst()
  if (found) return { found, matched: 0, next: undefined }
  const counted = await rows
    .select([sql<number>`count(*)`.as('rows'), sql<number>`count(*) filter (where ${passing})`.as('matched')])
    .executeTakeFirstOrThrow()
  const following = counted.rows < window.rows ? undefined : await positionAfter(database, window)
  return { found, matched: counted.matched, next: following && startingAt(window, following) }
}
