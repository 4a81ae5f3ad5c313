import type { ExpressionBuilder, Kysely } from 'kysely'
import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import type { DeliveryState } from '../../messages/delivery/state.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
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
