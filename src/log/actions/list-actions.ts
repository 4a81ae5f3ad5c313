import { type Static, Type } from 'typebox'
import { type ByDate, storedRange } from '../../entities/day-range.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Position, startingAt } from '../../platform/database/keyset-range.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { invalidCursor, readCursor } from '../../platform/lists/cursor.ts'
import { listPage } from '../../platform/lists/pages.ts'
import { isWhole, resolveOnReplica } from '../../platform/lists/replica.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { etagOf } from './action-range.ts'
import { ActionFilters } from './filters.ts'
import type { WholeList } from './list-cache.ts'
import { type ActionList, firstChunkActions } from './read-chunk.ts'
import type { Representation } from './send-actions.ts'

export const ListQuery = Type.Object({ ...ActionFilters.properties, ...listPage }, { additionalProperties: false })
export type ListQuery = Static<typeof ListQuery>

/** Resolves a request to a list, not yet cut to `query.limit` records, with one lookup of the entity. Reads no record. Returns the
 *  database for its reads. Without filters and pages, `whole` is the list as the cache knows it.
 *  @param representation the media type and the encoding of the response
 *  @throws Problem invalid-date, reversed-range; invalid-parameter when `after` is not a cursor of this list */
export async function findActionList(
  context: Pick<RouteContext, 'database' | 'replica' | 'log'>,
  days: Static<typeof ByDate>,
  query: ListQuery,
  representation: Representation,
) {
  const resolve = (database: Database) => resolveActionList(database, days, query, representation)
  return isWhole(query) ? resolveOnReplica(context, resolve) : resolve(context.database)
}

async function resolveActionList(
  database: Database,
  { entity_id, start_date, end_date }: Static<typeof ByDate>,
  query: ListQuery,
  { mediaType, encoding }: Representation,
) {
  const cursor = query.after === undefined ? undefined : readListCursor(query.after)
  const entity = await listedEntity(database, entity_id)
  const { latestAt, redactions } = entity
  const range = storedRange(start_date, end_date, entity.timeZone)
  const list = listOfRange(entity, range, query, cursor)
  const headers = {
    'Rollcall-Time-Zone': entity.timeZone,
    'Rollcall-Range': range.text,
    'Rollcall-Sequence': String(list.snapshot),
    ETag: etagOf(list, JSON.stringify(query), mediaType, encoding, String(redactions)),
  }
  const whole: WholeList | undefined = Object.keys(query).length === 0 ? { ...list, latestAt, redactions } : undefined
  return { database, headers, list, whole }
}

/** Returns the actions of the range up to now. With `after`, the list starts at the cursor and has its snapshot.
 *  @throws Problem invalid-parameter */
function listOfRange(
  { entityId, snapshot }: Pick<ActionList, 'entityId' | 'snapshot'>,
  { from, to }: { from: Instant; to: Instant },
  { limit, after, ...filters }: ListQuery,
  cursor: ListCursor | undefined,
): ActionList {
  const range = { fromAt: from, fromKey: 0, toAt: to, toKey: 0 }
  const list: ActionList = { entityId, ...range, snapshot, rows: firstChunkActions, filters }
  if (!cursor) return list
  if (cursor.at < from || cursor.at >= to || cursor.snapshot > snapshot) throw invalidCursor('of-another-list')
  return { ...startingAt(list, cursor), snapshot: cursor.snapshot }
}

/** The start of a page, and the snapshot of all pages of the list. */
interface ListCursor extends Position<number> {
  snapshot: number
}

function readListCursor(text: string): ListCursor {
  const [at, key, snapshot] = readCursor(text, 'actions', 'number', 'number', 'number')
  return { at, key, snapshot }
}
