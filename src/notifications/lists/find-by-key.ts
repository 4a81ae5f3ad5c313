import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import type { Database } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, pageQuery, repeatable } from '../../platform/lists/pages.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { ExternalId } from '../../visits/notification.ts'
import { readStatuses } from '../status/read-statuses.ts'
import type { NotificationStatus } from '../status/status.ts'

export const KeysQuery = Type.Object(
  {
    external_id: Type.Array(ExternalId, {
      minItems: 1,
      maxItems: 100,
      description: "The appointments, by the client's own keys. Repeat the parameter to ask for several.",
    }),
    category: repeatable(Id, 'Only notifications of these categories.'),
    target: repeatable(Id, 'Only notifications of these targets.'),
    ...pageQuery(100, 1_000),
  },
  { additionalProperties: false },
)
export type KeysQuery = Static<typeof KeysQuery>

/** Lists the notifications of the keys, the latest submission first: at most `limit` after the cursor `after`. History does
 *  not date its notifications, so they come last.
 *  @throws Problem invalid-parameter when `after` is not a cursor */
export async function findByKey(
  database: Database,
  entityId: string,
  { external_id, category, target, limit = 100, after }: KeysQuery,
): Promise<{ notifications: NotificationStatus[]; next: string | undefined }> {
  const before = after === undefined ? undefined : readCursor(after, 'keys', 'number', 'string')
  const submitted = sql<number>`coalesce(created_at, 0)`
  const statuses = await readStatuses(database, entityId, (notifications) =>
    notifications
      .where('external_id', 'in', external_id)
      .$if(category !== undefined, (some) => some.where('category', 'in', category!))
      .$if(target !== undefined, (some) => some.where('target', 'in', target!))
      .$if(before !== undefined, (some) =>
        some.where(sql<boolean>`(${submitted}, notification_id) < (${before![0]}, ${before![1]})`),
      )
      .orderBy(submitted, 'desc')
      .orderBy('notification_id', 'desc')
      .limit(sql.lit(limit + 1)),
  )
  const { shown, next } = cutPage('keys', statuses, limit, ({ created_at = '', id }) => [
    parseInstant(created_at) ?? 0,
    id,
  ])
  return { notifications: shown, next }
}
