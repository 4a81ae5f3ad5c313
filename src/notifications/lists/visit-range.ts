import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { isIn, type KeysetRange, limitOf, type Position } from '../../platform/database/keyset-range.ts'
import { preparedList } from '../../platform/database/prepared.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** Visits, ordered by start, then by the notification's id. */
export type VisitRange = KeysetRange<string>

/** Finds the position of the visit after the range's first `rows`; undefined when there is none. */
export const visitAfter = async (database: Database, range: VisitRange): Promise<Position<string> | undefined> =>
  (await selectVisitAfter(database, range))[0]

const selectVisitAfter = preparedList((database, range: VisitRange) =>
  ordered(database, range).select(visitPosition).limit(sql.lit(1)).offset(range.rows),
)

/** The columns of a visit's position. The range has no visit without a start. */
export const visitPosition = [sql.ref<Instant>('starts_at').as('at'), 'notification_id as key'] as const

/** Selects the range's first `rows`, in order. */
export const firstVisits = (database: Database, range: VisitRange) => ordered(database, range).limit(limitOf(range))

const ordered = (database: Database, range: VisitRange) =>
  database
    .selectFrom('notifications')
    .where('notifications.entity_id', '=', range.entityId)
    .where(isIn(range, 'starts_at', 'notification_id'))
    .orderBy('starts_at')
    .orderBy('notification_id')
