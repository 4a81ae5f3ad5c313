import { type Static, Type } from 'typebox'
import { type ByDate, storedRange } from '../../entities/day-range.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { startingAt } from '../../platform/database/keyset-range.ts'
import { invalidCursor, readCursor } from '../../platform/lists/cursor.ts'
import { listPage } from '../../platform/lists/pages.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { firstChunkVisits, type VisitList } from './read-visits.ts'
import { VisitFilters } from './visit-filters.ts'

export const VisitsQuery = Type.Object({ ...VisitFilters.properties, ...listPage }, { additionalProperties: false })
export const VisitsCountQuery = Type.Object(VisitFilters.properties, { additionalProperties: false })
export type VisitsQuery = Static<typeof VisitsQuery>

/** Resolves a request to a list, not yet cut to `limit` visits. With `tokensAt`, it has the hashes of the check-in tokens that
 *  are valid at this instant. Reads no visit. Returns the database for its reads.
 *  @throws Problem invalid-date, reversed-range; invalid-parameter when `after` is not a cursor of this list */
export async function resolveVisitList(
  database: Database,
  { entity_id: entityId, start_date, end_date }: Static<typeof ByDate>,
  { limit, after, ...filters }: VisitsQuery,
  tokensAt: Instant | null = null,
) {
  const { timeZone, snapshot } = await listedEntity(database, entityId)
  const range = storedRange(start_date, end_date, timeZone)
  const whole: VisitList = {
    entityId,
    filters,
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
