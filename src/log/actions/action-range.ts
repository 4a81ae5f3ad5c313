import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { isIn, type KeysetRange, limitOf, type Position } from '../../platform/database/keyset-range.ts'
import { preparedList } from '../../platform/database/prepared.ts'
import { memoize } from '../../platform/scheduling/memoize.ts'

/** Actions, ordered by instant, then by sequence. The range contains sequences up to `snapshot`, so that actions recorded
 *  during the read do not change the list. */
export type ActionRange = KeysetRange<number> & { snapshot: number }

/** Finds the position of the action after the range's first `rows`; undefined when there is none. */
export const actionAfter = async (database: Database, range: ActionRange): Promise<Position<number> | undefined> =>
  (await selectActionAfter(database, range))[0]

const selectActionAfter = preparedList((database, range: ActionRange) =>
  ordered(database, range).select(['at', 'sequence as key']).limit(sql.lit(1)).offset(range.rows),
)

/** Selects the range's first `rows`, in order. */
export const firstActions = (database: Database, range: ActionRange) => ordered(database, range).limit(limitOf(range))

const ordered = (database: Database, range: ActionRange) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', range.entityId)
    .where(isIn(range, 'at', 'sequence'))
    .where('sequence', '<=', range.snapshot)
    .orderBy('at')
    .orderBy('sequence')

/** Returns a strong entity tag, made from everything that determines the bytes of the response. Reads no record. */
export const etagOf = ({ entityId, snapshot, fromAt, toAt }: Omit<ActionRange, 'rows'>, ...others: string[]) =>
  `"${entityId}-${snapshot}-${fromAt}-${toAt}-${hashOf(...others)}"`

const hashOf = memoize(1_000, (...texts: string[]) => hash('sha256', texts.join('\n'), 'base64url').slice(0, 16))
