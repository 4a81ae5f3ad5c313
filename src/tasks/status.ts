import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { type Kind, kinds } from '../delivery/kind.ts'
import { deliveryStates } from '../delivery/outbox.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { channels } from '../notifications/address.ts'
import { ContactName, nameOf } from '../notifications/notification.ts'
import { states } from '../notifications/state.ts'

const Time = Type.Optional(Type.String({ description: 'In UTC.' }))

const DeliveryStatus = Type.Object({
  kind: Type.Enum(Object.keys(kinds) as Kind[]),
  channel: Type.Enum(channels),
  uid: Type.String(),
  state: Type.Enum(deliveryStates),
  attempts: Type.Integer(),
  next_attempt_at: Time,
  sent_at: Time,
  delivered_at: Time,
  reason: Type.Optional(Type.String({ description: 'Why the latest attempt failed.' })),
})
type DeliveryStatus = Static<typeof DeliveryStatus>

/** How a notification stands, and what became of its deliveries. */
export const NotificationStatus = Type.Object({
  id: Type.String(),
  task_id: Type.String(),
  external_id: Type.String(),
  category: Type.String(),
  target: Type.String(),
  contact: ContactName,
  state: Type.Enum(states),
  created_at: Time,
  answered_at: Time,
  arrived_at: Time,
  wish: Type.Optional(Type.String({ description: 'What a contact said who asked for another time.' })),
  deliveries: Type.Array(DeliveryStatus),
})
export type NotificationStatus = Static<typeof NotificationStatus>

/** How those of an entity's notifications stand that `pick` picks, in its order: by two statements, however many they are. */
export async function readStatuses(
  database: Database,
  entityId: string,
  pick: (notifications: ReturnType<typeof ofEntity>) => ReturnType<typeof ofEntity>,
): Promise<NotificationStatus[]> {
  const rows = await pick(ofEntity(database, entityId)).execute()
  const ids = rows.map(({ notification_id }) => notification_id)
  const deliveries = await readDeliveries(database, entityId, ids)
  return rows.map(({ notification_id, contact, created_at, answered_at, arrived_at, wish, ...same }) => ({
    id: notification_id,
    ...same,
    contact: nameOf(JSON.parse(contact)),
    ...written({ created_at, answered_at, arrived_at }),
    ...(wish !== null && { wish }),
    deliveries: deliveries.get(notification_id)!,
  }))
}

const ofEntity = (database: Database, entityId: string) =>
  database
    .selectFrom('notifications')
    .select(['notification_id', 'task_id', 'external_id', 'category', 'target', 'contact', 'state'])
    .select(['created_at', 'answered_at', 'arrived_at', 'wish'])
    .where('entity_id', '=', entityId)

async function readDeliveries(database: Database, entityId: string, notificationIds: string[]) {
  const byNotification = new Map<string, DeliveryStatus[]>(notificationIds.map((id) => [id, []]))
  if (notificationIds.length === 0) return byNotification
  const rows = await database
    .selectFrom('deliveries')
    .select(['notification_id', 'kind', 'channel', 'uid', 'state', 'attempts'])
    .select(['next_attempt_at', 'sent_at', 'delivered_at', 'reason'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', notificationIds)
    // By the delivery alone, SQLite would read all that the entity has, for their order.
    .orderBy('notification_id')
    .orderBy('delivery_id')
    .execute()
  for (const { notification_id, next_attempt_at, sent_at, delivered_at, reason, ...delivery } of rows) {
    byNotification.get(notification_id)!.push({
      ...delivery,
      ...written({ next_attempt_at: delivery.state === 'pending' ? next_attempt_at : null, sent_at, delivered_at }),
      ...(reason !== null && { reason }),
    })
  }
  return byNotification
}

/** The instants that there are, as text. */
const written = <Name extends string>(instants: Record<Name, Instant | null>) =>
  Object.fromEntries(
    Object.entries<Instant | null>(instants).flatMap(([name, at]) => (at === null ? [] : [[name, formatInstant(at)]])),
  ) as Partial<Record<Name, string>>
