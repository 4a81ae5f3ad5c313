import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { channels } from '../delivery/address.ts'
import { type Kind, kinds } from '../delivery/kind.ts'
import { deliveryStates } from '../delivery/outbox.ts'
import { Problem } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { states } from './state.ts'

const Time = Type.Optional(Type.String({ description: 'In UTC.' }))

/** How a notification stands, and what became of its deliveries. */
export const NotificationStatus = Type.Object({
  id: Type.String(),
  task_id: Type.String(),
  external_id: Type.String(),
  category: Type.String(),
  target: Type.String(),
  state: Type.Enum(states),
  created_at: Time,
  answered_at: Time,
  arrived_at: Time,
  wish: Type.Optional(Type.String({ description: 'What a contact said who asked for another time.' })),
  deliveries: Type.Array(
    Type.Object({
      kind: Type.Enum(Object.keys(kinds) as Kind[]),
      channel: Type.Enum(channels),
      uid: Type.String(),
      state: Type.Enum(deliveryStates),
      attempts: Type.Integer(),
      next_attempt_at: Time,
      sent_at: Time,
      delivered_at: Time,
      reason: Type.Optional(Type.String({ description: 'Why the latest attempt failed.' })),
    }),
  ),
})
export type NotificationStatus = Static<typeof NotificationStatus>

/** @throws Problem notification-not-found */
export async function findNotification(database: Database, entityId: string, id: string): Promise<NotificationStatus> {
  const row = await database
    .selectFrom('notifications')
    .select(['notification_id', 'task_id', 'external_id', 'category', 'target', 'state'])
    .select(['created_at', 'answered_at', 'arrived_at', 'wish'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('notification-not-found')
  const deliveries = await database
    .selectFrom('deliveries')
    .select(['kind', 'channel', 'uid', 'state', 'attempts', 'next_attempt_at', 'sent_at', 'delivered_at', 'reason'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .orderBy('delivery_id')
    .execute()

  const { notification_id, created_at, answered_at, arrived_at, wish, ...same } = row
  return {
    id: notification_id,
    ...same,
    ...written({ created_at, answered_at, arrived_at }),
    ...(wish !== null && { wish }),
    deliveries: deliveries.map(({ next_attempt_at, sent_at, delivered_at, reason, ...delivery }) => ({
      ...delivery,
      ...written({ next_attempt_at: delivery.state === 'pending' ? next_attempt_at : null, sent_at, delivered_at }),
      ...(reason !== null && { reason }),
    })),
  }
}

/** The instants that there are, as text. */
const written = <Name extends string>(instants: Record<Name, Instant | null>) =>
  Object.fromEntries(
    Object.entries<Instant | null>(instants).flatMap(([name, at]) => (at === null ? [] : [[name, formatInstant(at)]])),
  ) as Partial<Record<Name, string>>

/** How many of a task's notifications and deliveries stand where; states without any are absent. */
export const TaskStatus = Type.Object({
  task_id: Type.String(),
  notifications: Type.Partial(Type.Record(Type.Enum(states), Type.Integer())),
  deliveries: Type.Partial(Type.Record(Type.Enum(deliveryStates), Type.Integer())),
})
export type TaskStatus = Static<typeof TaskStatus>

/** @throws Problem task-not-found */
export async function findTask(database: Database, entityId: string, taskId: string): Promise<TaskStatus> {
  const ofTask = database
    .selectFrom('notifications')
    .where('notifications.entity_id', '=', entityId)
    .where('notifications.task_id', '=', taskId)
  const notifications = await ofTask
    .select(['notifications.state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('notifications.state')
    .execute()
  if (notifications.length === 0) throw new Problem('task-not-found')
  const deliveries = await ofTask
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.entity_id', '=', 'notifications.entity_id')
        .onRef('deliveries.notification_id', '=', 'notifications.notification_id'),
    )
    .select(['deliveries.state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('deliveries.state')
    .execute()
  return { task_id: taskId, notifications: counts(notifications), deliveries: counts(deliveries) } as TaskStatus
}

const counts = (rows: { state: string; count: number }[]) =>
  Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
