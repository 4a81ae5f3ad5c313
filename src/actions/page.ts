import { type Static, Type } from 'typebox'
import type { GrantedEntity } from '../access/guard.ts'
import type { Database } from '../database/database.ts'
import { type DayRange, toInstant } from '../entities/day-range.ts'
import { Problem } from '../errors.ts'
import { ActionFilters, type ActionList, type Position, positionOfNext } from './list-by-date.ts'

export const ListQuery = Type.Object(
  {
    ...ActionFilters.properties,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'At most so many records; the rest by `Link`.' }),
    ),
    after: Type.Optional(
      Type.String({ maxLength: 128, description: 'Where the page begins: from the `Link` of the page before.' }),
    ),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

/** All of the range, or what is left of it after `after`.
 *  @throws Problem invalid-parameter when `after` is of another list */
export function listOfRange(entity: GrantedEntity, { from, to }: DayRange, { limit, after, ...filters }: ListQuery) {
  const list: ActionList = {
    entityId: entity.id,
    from: startOf(from),
    to: startOf(to),
    snapshot: entity.lastSequence,
    filters,
  }
  return after === undefined ? list : { ...list, ...readCursor(after, list) }
}

/** Cuts the list after `limit` records; `next` is the `after` of what follows, if anything does. */
export async function firstPage(database: Database, list: ActionList, limit: number) {
  const next = await positionOfNext(database, list, limit)
  return next
    ? { page: { ...list, to: next }, next: writeCursor(next, list.snapshot) }
    : { page: list, next: undefined }
}

// Sequences begin at 1: this stands before every action of its instant.
const startOf = (instant: Temporal.Instant): Position => ({ at: toInstant(instant), sequence: 0 })

/** Names the record that the next page begins with and the snapshot that all pages are of. */
const writeCursor = ({ at, sequence }: Position, snapshot: number) =>
  Buffer.from(`${at} ${sequence} ${snapshot}`).toString('base64url')

function readCursor(text: string, list: ActionList): { from: Position; snapshot: number } {
  const [at, sequence, snapshot] = Buffer.from(text, 'base64url').toString('latin1').split(' ').map(Number)
  const from = { at: at!, sequence: sequence! }
  const isOurs = writeCursor(from, snapshot!) === text && [at, sequence, snapshot].every(Number.isSafeInteger)
  if (!isOurs) throw misplaced('malformed')
  if (at! < list.from.at || at! >= list.to.at || snapshot! > list.snapshot) throw misplaced('of-another-list')
  return { from, snapshot: snapshot! }
}

const misplaced = (reason: string) => new Problem('invalid-parameter', { errors: [{ parameter: 'after', reason }] })
