import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type FoundList, positionOfNext } from '../../platform/database/keyset-list.ts'
import { endingBefore, type Position, startingAt } from '../../platform/database/keyset-range.ts'
import { writeCursor } from '../../platform/lists/cursor.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { actionAfter, firstActions } from './action-range.ts'
import { actionPasses } from './filters.ts'
import type { ActionList } from './read-chunk.ts'

/** Cuts the list after `limit` records that pass the filters, if there is a limit. `next` is the cursor of the next page. */
export async function cutActions(
  { database, list }: { database: Database; list: ActionList },
  limit: number | undefined,
  turn: Turn,
) {
  if (limit === undefined) return { list, next: undefined }
  const next = await positionOfNext(list, limit, turn, (window, count) => findInWindow(database, window, count))
  if (!next) return { list, next }
  return { list: endingBefore(list, next), next: writeCursor('actions', next.at, next.key, list.snapshot) }
}

/** Finds the position after `count` matches within one window. If the window has fewer matches, returns their number
 *  and the next window. */
async function findInWindow(
  database: Database,
  window: ActionList,
  count: number,
): Promise<FoundList<ActionList, Position<number>>> {
  const passing = actionPasses(window.entityId, window.filters)
  const rows = database.selectFrom(firstActions(database, window).selectAll().as('actions'))
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
  const following = counted.rows < window.rows ? undefined : await actionAfter(database, window)
  return { found, matched: counted.matched, next: following && startingAt(window, following) }
}
