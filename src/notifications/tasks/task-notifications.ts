import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { deliveryStates } from '../../messages/delivery/state.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import { hasDeliveryInState } from '../status/find.ts'
import { readStatuses } from '../status/read-statuses.ts'
import type { NotificationStatus } from '../status/status.ts'

export const NotificationFilters = Type.Object({
  delivery: Type.Optional(
    Type.Array(Type.Enum(deliveryStates), {
      maxItems: 100,
      description: 'Only notifications with a delivery in this state. Repeat the parameter to ask for several.',
    }),
  ),
})
export type NotificationFilters = Static<typeof NotificationFilters>

/** Lists the notifications of a task that match the filters, by id: at most `limit` after the id `after`.
 *  @throws Problem task-not-found */
export async function findNotificationsOfTask(
  database: Database,
  entityId: string,
  taskId: string,
  { delivery }: NotificationFilters,
  { limit, after }: Page,
): Promise<{ notifications: NotificationStatus[]; next: string | undefined }> {
  const [last] = after === undefined ? [''] : readCursor(after, 'task', 'string')
  const statuses = await readStatuses(database, entityId, (notifications) =>
    notifications
      .where('task_id', '=', taskId)
      .where('notification_id', '>', last)
      .$if(delivery !== undefined, (some) => some.where(hasDeliveryInState(entityId, delivery!)))
      .orderBy('notification_id')
      .limit(sql.lit(limit + 1)),
  )
  if (statuses.length === 0) await requireTask(database, entityId, taskId)
  const { shown, next } = cutPage('task', statuses, limit, ({ id }) => [id])
  return { notifications: shown, next }
}

/** @throws Problem task-not-found */
async function requireTask(database: Database, entityId: string, taskId: string) {
  const found = await database
    .selectFrom('notifications')
    .select('notification_id')
    .where('entity_id', '=', entityId)
    .where('task_id', '=', taskId)
    // Without this order, PostgreSQL may scan the table from its beginning for a large task.
    .orderBy('notification_id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!found) throw new Problem('task-not-found')
}
