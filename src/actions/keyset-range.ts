import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
import type { Instant } from '../instant.ts'

/** Where an action stands in the order of the list: by instant, then by sequence. */
export interface Position {
  at: Instant
  sequence: number
}

/** The actions of one entity from one position up to, not including, another. Only sequences up to `snapshot` are
 *  seen: what is recorded while a list is being read does not change it. One read takes at most `rows`. */
export type KeysetRange = {
  entityId: string
  fromAt: Instant
  fromSequence: number
  toAt: Instant
  toSequence: number
  snapshot: number
  rows: number
}

export const startingAt = <S extends KeysetRange>(range: S, { at, sequence }: Position): S => ({
  ...range,
  fromAt: at,
  fromSequence: sequence,
})

export const endingBefore = <S extends KeysetRange>(range: S, { at, sequence }: Position): S => ({
  ...range,
  toAt: at,
  toSequence: sequence,
})

/** Of the action that follows the range's first `rows`; undefined when there is none. */
export async function positionAfter(database: Database, range: KeysetRange): Promise<Position | undefined> {
  const [position] = await selectPositionAfter(database, range)
  return position
}

const selectPositionAfter = preparedList((database, range: KeysetRange) =>
  ordered(database, range).select(['at', 'sequence']).limit(sql.lit(1)).offset(range.rows),
)

/** The range's first `rows`, in order. */
export const firstRows = (database: Database, range: KeysetRange) => ordered(database, range).limit(count(range.rows))

// SQLite plans a statement anew for each value of a bare `limit ?`: the list of a day took 30 µs rather than 16.
const count = (rows: number) => sql<number>`cast(${rows} as integer)`

const ordered = (database: Database, { entityId, fromAt, fromSequence, toAt, toSequence, snapshot }: KeysetRange) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'sequence'), '>=', tuple(fromAt, fromSequence)))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'sequence'), '<', tuple(toAt, toSequence)))
    .where('sequence', '<=', snapshot)
    .orderBy('at')
    .orderBy('sequence')
