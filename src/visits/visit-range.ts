import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
import type { Instant } from '../instant.ts'

/** The position of a visit in the list: ordered by start, then by the notification's id. */
export interface VisitPosition {
  at: Instant
  id: string
}

/** The visits of one entity in a half-open interval of positions. One read returns at most `rows`. */
export type VisitRange = {
  entityId: string
  fromAt: Instant
  fromId: string
  toAt: Instant
  toId: string
  rows: number
}

export const startingAt = <R extends VisitRange>(range: R, { at, id }: VisitPosition): R => ({
  ...range,
  fromAt: at,
  fromId: id,
})

export const endingBefore = <R extends VisitRange>(range: R, { at, id }: VisitPosition): R => ({
  ...range,
  toAt: at,
  toId: id,
})

/** Finds the position of the visit after the range's first `rows`; undefined when there is none. */
export async function positionAfter(database: Database, range: VisitRange): Promise<VisitPosition | undefined> {
  const [row] = await selectPositionAfter(database, range)
  return row && positionOf(row)
}

const selectPositionAfter = preparedList((database, range: VisitRange) =>
  ordered(database, range).select(['starts_at', 'notification_id']).limit(sql.lit(1)).offset(range.rows),
)

/** The range has no visit without a start. */
export const positionOf = (row: { starts_at: Instant | null; notification_id: string }): VisitPosition => ({
  at: row.starts_at!,
  id: row.notification_id,
})

/** Selects the range's first `rows`, in order. The cast saves SQLite a new plan for each value. */
export const firstRows = (database: Database, range: VisitRange) =>
  ordered(database, range).limit(sql<number>`cast(${range.rows} as integer)`)

const ordered = (database: Database, { entityId, fromAt, fromId, toAt, toId }: VisitRange) =>
  database
    .selectFrom('notifications')
    .where('notifications.entity_id', '=', entityId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('starts_at', 'notification_id'), '>=', tuple(fromAt, fromId)))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('starts_at', 'notification_id'), '<', tuple(toAt, toId)))
    .orderBy('starts_at')
    .orderBy('notification_id')
