import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { type DeliveryState, deliveryStates } from '../../messages/delivery/state.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import { readStatuses } from './read-statuses.ts'
import type { NotificationStatus } from './status.ts'

/** The path parameters of a notification. */
export const NotificationPath = Type.Object({
  entity_id: EntityIdParam,
  notification_id: Type.String({ description: 'The id of the notification.' }),
})

/** @throws Problem notification-not-found */
export async function findNotification(
  database: Kysely<Schema>,
  entityId: string,
  id: string,
): Promise<NotificationStatus> {
  const [status] = await readStatuses(database, entityId, (some) => some.where('notification_id', '=', id))
  if (!status) throw new Problem('notification-not-found')
  return status
}

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

/** Uses `count`, because PostgreSQL turns `exists` into a join that may read all deliveries of the entity. */
export const hasDeliveryInState = (entityId: string, states: DeliveryState[]) => (eb: OfNotification) =>
  eb(countDeliveries(eb, entityId, states), '>', 0)

type OfNotification = ExpressionBuilder<Schema, 'notifications'>

const countDeliveries = (eb: OfNotification, entityId: string, states: DeliveryState[]) =>
  eb
    .selectFrom('deliveries')
    .select(eb.fn.countAll().as('count'))
    .where('deliveries.entity_id', '=', entityId)
    .whereRef('deliveries.notification_id', '=', 'notifications.notification_id')
    .where('deliveries.state', 'in', states)

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
