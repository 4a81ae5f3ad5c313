import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

export type ActionRow = Awaited<ReturnType<ReturnType<typeof latestActions>['execute']>>[number]

// A contact can change an answer as often as they like.
const maxActions = 1_000

/** Selects the latest actions on notifications, the latest first within each. By the sequence alone, SQLite would read all actions
 *  of the entity. */
export const latestActions = (database: Kysely<Schema>, entityId: string, ids: string[]) =>
  database
    .selectFrom('actions')
    .select(['notification_id', 'at', 'action', 'channel', 'acted_by', 'reason'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .orderBy('notification_id', 'desc')
    .orderBy('sequence', 'desc')
    .limit(sql.lit(maxActions))
