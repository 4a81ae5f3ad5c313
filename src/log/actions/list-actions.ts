import { type Static, Type } from 'typebox'
import { storedRange } from '../../entities/day-range.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Position, startingAt } from '../../platform/database/keyset-range.ts'
import { invalidCursor, readCursor } from '../../platform/lists/cursor.ts'
import { listPage } from '../../platform/lists/pages.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { etagOf } from './action-range.ts'
import { ActionFilters } from './filters.ts'
import type { WholeList } from './list-cache.ts'
import { type ActionList, firstChunkActions } from './read-chunk.ts'

export const ListQuery = Type.Object({ ...ActionFilters.properties, ...listPage }, { additionalProperties: false })
export type ListQuery = Static<typeof ListQuery>

export interface ListRequest {
  entityId: string
  start_date: string
  end_date: string
  query: ListQuery
  /** The media type and the encoding of the response. */
  representation: string[]
}

/** Resolves a request to a list, not yet cut to `query.limit` records, with one lookup of the entity. Reads no record.
 *  Returns the database for its reads. Without filters and pages, `whole` is the list as the cache knows it.
 *  @throws Problem invalid-date, reversed-range; invalid-parameter when `after` is not a cursor of this list */
export async function resolveActionList(database: Database, request: ListRequest) {
  const { entityId, query } = request
  const cursor = query.after === undefined ? undefined : readListCursor(query.after)
  const entity = await listedEntity(database, entityId)
  const range = storedRange(request.start_date, request.end_date, entity.timeZone)
  const list = listOfRange(entity, range, query, cursor)
  const headers = {
    'Rollcall-Time-Zone': entity.timeZone,
    'Rollcall-Range': range.text,
    'Rollcall-Sequence': String(list.snapshot),
    ETag: etagOf(list, JSON.stringify(query), ...request.representation),
  }
  const whole: WholeList | undefined =
    Object.keys(query).length === 0 ? { ...list, latestAt: entity.latestAt } : undefined
  return { headers, database, list, whole }
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
