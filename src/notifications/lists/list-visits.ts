import { type Static, Type } from 'typebox'
import { type ByDate, storedRange } from '../../entities/day-range.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { startingAt } from '../../platform/database/keyset-range.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { invalidCursor, readCursor } from '../../platform/lists/cursor.ts'
import { type ListCount, listPage } from '../../platform/lists/pages.ts'
import { isWhole, resolveOnReplica } from '../../platform/lists/replica.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { CountedFilter, findCounted } from '../figures/find-counted.ts'
import { countPassing, cutVisits, firstChunkVisits, type VisitList } from './read-visits.ts'
import { VisitFilters } from './visit-filters.ts'

const ListFilters = Type.Object({ ...VisitFilters.properties, ...CountedFilter.properties })

export type ListFilters = Static<typeof ListFilters>
export const VisitsQuery = Type.Object({ ...ListFilters.properties, ...listPage }, { additionalProperties: false })
export const VisitsCountQuery = Type.Object(ListFilters.properties, { additionalProperties: false })
export type VisitsQuery = Static<typeof VisitsQuery>

/** Finds the list of a request, cut to its page, and the database for the reads of its visits. With `tokensAt`, the visits have the
 *  hashes of the check-in tokens that are valid at this instant: the list is one of a desk, which must see the arrivals that it has
 *  recorded, so it does not come from a replica. Without pages and filters, it reads no visit.
 *  @throws Problem invalid-date, reversed-range; invalid-parameter when `after` is not a cursor of this list */
export async function findVisits(
  context: Pick<RouteContext, 'database' | 'replica' | 'log' | 'clock'>,
  days: Static<typeof ByDate>,
  query: VisitsQuery,
  tokensAt: Instant | null,
  turn: Turn,
) {
  const resolve = (database: Database) => resolveVisits({ database, clock: context.clock, turn }, days, query, tokensAt)
  const { database, headers, list } = await (isWhole(query) && tokensAt === null
    ? resolveOnReplica(context, resolve)
    : resolve(context.database))
  const page = query.limit ? await cutVisits(database, list, query.limit, turn) : { list, next: undefined }
  return { database, headers, ...page }
}

/** Counts the visits of the list, without pages.
 *  @throws Problem invalid-date, reversed-range */
export async function countVisits(
  { database, clock }: Pick<RouteContext, 'database' | 'clock'>,
  days: Static<typeof ByDate>,
  filters: ListFilters,
  turn: Turn,
): Promise<Static<typeof ListCount>> {
  const { list } = await resolveVisits({ database, clock, turn }, days, filters)
  return { count: await countPassing(database, list, turn) }
}

/** Resolves a request to a list, not yet cut to `limit` visits. Without `counted`, reads no visit. */
async function resolveVisits(
  { database, clock, turn }: Pick<RouteContext, 'database' | 'clock'> & { turn: Turn },
  days: Static<typeof ByDate>,
  { limit, after, counted, counted_by, group, until, ...filters }: VisitsQuery,
  tokensAt: Instant | null = null,
) {
  const { entity_id: entityId, start_date, end_date } = days
  const { timeZone, snapshot } = await listedEntity(database, entityId)
  const range = storedRange(start_date, end_date, timeZone)
  const whole: VisitList = {
    entityId,
    filters,
    ...(counted && {
      among: await findCounted(
        database,
        days,
        { counted, counted_by, group, until } as CountedFilter,
        clock.now(),
        turn,
      ),
    }),
    tokensAt,
    rows: firstChunkVisits,
    fromAt: range.from,
    fromKey: '',
    toAt: range.to,
    toKey: '',
  }
  const headers = {
    'Rollcall-Time-Zone': timeZone,
    'Rollcall-Range': range.text,
    'Rollcall-Sequence': String(snapshot),
  }
  if (after === undefined) return { database, headers, list: whole }
  const [at, key] = readCursor(after, 'visits', 'number', 'string')
  if (at < range.from || at >= range.to) throw invalidCursor('of-another-list')
  return { database, headers, list: startingAt(whole, { at, key }) }
}
