import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Schema } from '../database/schema.ts'
import { type MessageKind, messageKinds } from '../delivery/kind.ts'
import { optOutReasons } from '../delivery/opt-out.ts'
import { deliveryStates } from '../delivery/outbox.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { channels } from '../notifications/address.ts'
import { ContactName, nameOf } from '../notifications/notification.ts'
import { notificationStates } from '../notifications/state.ts'

const optionalInstant = (description: string) => Type.Optional(Type.String({ description: `${description} In UTC.` }))

const DeliveryStatus = Type.Object(
  {
    kind: Type.Enum(Object.keys(messageKinds) as MessageKind[], { description: 'The kind of message.' }),
    channel: Type.Enum(channels, { description: 'The channel of the delivery.' }),
    uid: Type.String({ description: "The contact's address in the channel." }),
    state: Type.Enum(deliveryStates, { description: 'The state of the delivery.' }),
    attempts: Type.Integer({ description: 'The number of attempts so far.' }),
    next_attempt_at: optionalInstant('When the next attempt is due.'),
    sent_at: optionalInstant('When the channel accepted the message.'),
    delivered_at: optionalInstant('When the message reached the contact, if the channel tells.'),
    reason: Type.Optional(Type.String({ description: 'Why the latest attempt failed.' })),
    opted_out: Type.Optional(
      Type.Enum(optOutReasons, {
        description: 'Why the address receives no messages now: the reason of its opt-out, as in the list of opt-outs.',
      }),
    ),
  },
  { $id: 'DeliveryStatus', description: 'A delivery of a notification to one address.' },
)
type DeliveryStatus = Static<typeof DeliveryStatus>

/** The status of a notification and of its deliveries. */
export const NotificationStatus = Type.Object(
  {
    id: Type.String({ description: 'The id of the notification.' }),
    task_id: Type.String({ description: 'The task in which the notification was submitted.' }),
    external_id: Type.String({ description: "The appointment's key in the client's own database." }),
    category: Type.String({ description: 'The category of the notification, such as medical.' }),
    target: Type.String({ description: 'The target of the notification, such as appointment.' }),
    contact: ContactName,
    state: Type.Enum(notificationStates, {
      description: 'The state of the notification. History without a state is `imported`.',
    }),
    created_at: optionalInstant('When the notification was submitted.'),
    answered_at: optionalInstant('When the contact answered last.'),
    arrived_at: optionalInstant('When the arrival was marked.'),
    wish: Type.Optional(Type.String({ description: 'What the contact wrote when asking for another time.' })),
    deliveries: Type.Array(DeliveryStatus, { description: 'The deliveries of the notification.' }),
  },
  {
    $id: 'NotificationStatus',
    description: 'A notification and its deliveries.',
    examples: [
      {
        id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
        task_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
        external_id: 'A-1102',
        category: 'medical',
        target: 'appointment',
        contact: { external_id: 'P-290', name: 'Leonor Sá Magalhães' },
        state: 'confirmed',
        created_at: '2026-03-29T09:00:00.000000+00:00',
        answered_at: '2026-03-29T09:14:02.104233+00:00',
        deliveries: [
          {
            kind: 'notice',
            channel: 'mobile',
            uid: '+351912345678',
            state: 'sent',
            attempts: 1,
            sent_at: '2026-03-29T09:00:01.204511+00:00',
          },
        ],
      },
    ],
  },
)
export type NotificationStatus = Static<typeof NotificationStatus>

/** Reads the status of the notifications that `pick` selects, in its order. Always two statements. */
export async function readStatuses(
  database: Kysely<Schema>,
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
    ...formatInstants({ created_at, answered_at, arrived_at }),
    ...(wish !== null && { wish }),
    deliveries: deliveries.get(notification_id)!,
  }))
}

const ofEntity = (database: Kysely<Schema>, entityId: string) =>
  database
    .selectFrom('notifications')
    .select(['notification_id', 'task_id', 'external_id', 'category', 'target', 'contact', 'state'])
    .select(['created_at', 'answered_at', 'arrived_at', 'wish'])
    .where('entity_id', '=', entityId)

async function readDeliveries(database: Kysely<Schema>, entityId: string, notificationIds: string[]) {
  const byNotification = new Map<string, DeliveryStatus[]>(notificationIds.map((id) => [id, []]))
  if (notificationIds.length === 0) return byNotification
  const rows = await database
    .selectFrom('deliveries')
    .leftJoin('opt_outs', (join) =>
      join
        .on('opt_outs.entity_id', '=', entityId)
        .onRef('opt_outs.channel', '=', 'deliveries.channel')
        .onRef('opt_outs.uid', '=', 'deliveries.uid'),
    )
    .select(['deliveries.notification_id', 'kind', 'deliveries.channel', 'deliveries.uid', 'state', 'attempts'])
    .select(['next_attempt_at', 'sent_at', 'delivered_at', 'deliveries.reason', 'opt_outs.reason as opted_out'])
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.notification_id', 'in', notificationIds)
    // If the order were by delivery_id alone, SQLite would read all deliveries of the entity.
    .orderBy('deliveries.notification_id')
    .orderBy('delivery_id')
    .execute()
  for (const { notification_id, next_attempt_at, sent_at, delivered_at, reason, opted_out, ...delivery } of rows) {
    byNotification.get(notification_id)!.push({
      ...delivery,
      ...formatInstants({
        next_attempt_at: delivery.state === 'pending' ? next_attempt_at : null,
        sent_at,
        delivered_at,
      }),
      ...(reason !== null && { reason }),
      ...(opted_out !== null && { opted_out }),
    })
  }
  return byNotification
}

/** Formats the instants that are not null, and omits the others. */
const formatInstants = <Name extends string>(instants: Record<Name, Instant | null>) =>
  Object.fromEntries(
    Object.entries<Instant | null>(instants).flatMap(([name, at]) => (at === null ? [] : [[name, formatInstant(at)]])),
  ) as Partial<Record<Name, string>>
