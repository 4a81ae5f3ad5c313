import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { isIn, type KeysetRange, limitOf, type Position } from '../database/keyset-range.ts'
import { preparedList } from '../database/prepared.ts'

/** Actions, ordered by instant, then by sequence. The range contains sequences up to `snapshot`, so that actions recorded
 *  during the read do not change the list. */
export type ActionRange = KeysetRange<number> & { snapshot: number }

/** Finds the position of the action after the range's first `rows`; undefined when there is none. */
export const positionAfter = async (database: Database, range: ActionRange): Promise<Position<number> | undefined> =>
  (await selectPositionAfter(database, range))[0]

const selectPositionAfter = preparedList((database, range: ActionRange) =>
  ordered(database, range).select(['at', 'sequence as key']).limit(sql.lit(1)).offset(range.rows),
)

/** Selects the range's first `rows`, in order. */
export const firstRows = (database: Database, range: ActionRange) => ordered(database, range).limit(limitOf(range))

const ordered = (database: Database, range: ActionRange) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', range.entityId)
    .where(isIn(range, 'at', 'sequence'))
    .where('sequence', '<=', range.snapshot)
    .orderBy('at')
    .orderBy('sequence')
