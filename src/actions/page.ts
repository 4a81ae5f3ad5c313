import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { Problem } from '../errors.ts'
import type { Turn } from '../fair-queue.ts'
import type { Instant } from '../instant.ts'
import { memoize } from '../memoize.ts'
import { ActionFilters, type ActionList, firstChunkRows, positionOfNext } from './list-by-date.ts'
import { endingBefore, type Position, type Stretch, startingAt } from './stretch.ts'

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

/** What a list of this moment depends on: the entity's time zone, and the sequence of its latest action. */
export async function listedEntity(database: Database, entityId: string) {
  const [row] = await selectEntity(database, { entityId })
  // Who asks has been granted it: a replica has yet to hear of it.
  if (!row) throw new Problem('database-unavailable')
  return { entityId, timeZone: row.time_zone, snapshot: row.last_sequence }
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select(['time_zone', 'last_sequence']).where('entity_id', '=', entityId),
)

/** All that is in the range by now, or what is left of it after `after`.
 *  @throws Problem invalid-parameter when `after` is of another list */
export function listOfRange(
  { entityId, snapshot }: Pick<ActionList, 'entityId' | 'snapshot'>,
  { from, to }: { from: Instant; to: Instant },
  { limit, after, ...filters }: ListQuery,
): ActionList {
  const range = { fromAt: from, fromSequence: 0, toAt: to, toSequence: 0 }
  const list: ActionList = { entityId, ...range, snapshot, rows: firstChunkRows, filters }
  return after === undefined ? list : afterCursor(after, list)
}

/** A strong entity tag: all that determines the bytes of an answer, told by one look-up. */
export const tagOf = ({ entityId, snapshot, fromAt, toAt }: Omit<Stretch, 'rows'>, ...others: string[]) =>
  `"${entityId}-${snapshot}-${fromAt}-${toAt}-${digest(...others)}"`

/** The snapshot that a request says it has seen, by its cursor or an entity tag; 0 for none. */
export function snapshotNamed(after: string | undefined, ifNoneMatch: string | undefined): number {
  const ofTag = /-(\d{1,15})(?:--?\d+){2}-[\w-]{16}"/.exec(ifNoneMatch ?? '')?.[1]
  return Math.max(after === undefined ? 0 : readCursor(after)[2] || 0, Number(ofTag ?? 0))
}

const digest = memoize(1_000, (...texts: string[]) => hash('sha256', texts.join('\n'), 'base64url').slice(0, 16))

/** Cuts the list after `limit` records; `next` is the `after` of what follows, if anything does. */
export async function firstPage(database: Database, list: ActionList, limit: number, turn: Turn) {
  const next = await positionOfNext(database, list, limit, turn)
  return next
    ? { page: endingBefore(list, next), next: writeCursor(next, list.snapshot) }
    : { page: list, next: undefined }
}

/** Names the record that the next page begins with and the snapshot that all pages are of. */
const writeCursor = ({ at, sequence }: Position, snapshot: number) =>
  Buffer.from(`${at} ${sequence} ${snapshot}`).toString('base64url')

const readCursor = (text: string) =>
  Buffer.from(text, 'base64url').toString('latin1').split(' ').map(Number) as [number, number, number]

function afterCursor(text: string, list: ActionList): ActionList {
  const numbers = readCursor(text)
  const [at, sequence, snapshot] = numbers
  const isOurs = writeCursor({ at, sequence }, snapshot) === text && numbers.every(Number.isSafeInteger)
  if (!isOurs || snapshot < 0) throw misplaced('malformed')
  if (at < list.fromAt || at >= list.toAt || snapshot > list.snapshot) throw misplaced('of-another-list')
  return { ...startingAt(list, { at, sequence }), snapshot }
}

const misplaced = (reason: string) => new Problem('invalid-parameter', { errors: [{ parameter: 'after', reason }] })
