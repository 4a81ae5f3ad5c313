import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
import type { Instant } from '../instant.ts'

/** The position of an action in the list: ordered by instant, then by sequence. */
export interface ListPosition {
  at: Instant
  sequence: number
}

/** The actions of one entity in a half-open interval of positions. Contains sequences up to `snapshot`, so that actions
 *  recorded during the read do not change the list. One read returns at most `rows`. */
export type KeysetRange = {
  entityId: string
  fromAt: Instant
  fromSequence: number
  toAt: Instant
  toSequence: number
  snapshot: number
  rows: number
}

export const startingAt = <S extends KeysetRange>(range: S, { at, sequence }: ListPosition): S => ({
  ...range,
  fromAt: at,
  fromSequence: sequence,
})

export const endingBefore = <S extends KeysetRange>(range: S, { at, sequence }: ListPosition): S => ({
  ...range,
  toAt: at,
  toSequence: sequence,
})

/** Finds the position of the action after the range's first `rows`; undefined when there is none. */
export async function positionAfter(database: Database, range: KeysetRange): Promise<ListPosition | undefined> {
  const [position] = await selectPositionAfter(database, range)
  return position
}

const selectPositionAfter = preparedList((database, range: KeysetRange) =>
  ordered(database, range).select(['at', 'sequence']).limit(sql.lit(1)).offset(range.rows),
)

/** Selects the range's first `rows`, in order. */
export const firstRows = (database: Database, range: KeysetRange) => ordered(database, range).limit(limitOf(range.rows))

// With a bare `limit ?`, SQLite prepares the statement again for each value. The list of a day took 30 µs, not 16.
const limitOf = (rows: number) => sql<number>`cast(${rows} as integer)`

const ordered = (database: Database, { entityId, fromAt, fromSequence, toAt, toSequence, snapshot }: KeysetRange) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'sequence'), '>=', tuple(fromAt, fromSequence)))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'sequence'), '<', tuple(toAt, toSequence)))
    .where('sequence', '<=', snapshot)
    .orderBy('at')
    .orderBy('sequence')
