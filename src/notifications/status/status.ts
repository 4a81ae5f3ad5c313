import type { Kysely, Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import { channels } from '../../channels/address.ts'
import type { Database, Engine } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { type MessageKind, messageKinds } from '../../delivery/kind.ts'
import { deliveryStates } from '../../delivery/outbox.ts'
import { optOutReasons } from '../../opt-outs/opt-out.ts'
import { Contact } from '../../visits/notification.ts'
import { notificationStates } from '../../visits/state.ts'
import { statusRecord } from './status-record.ts'

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
    reason: Type.Optional(
      Type.String({
        description:
          'Why the latest attempt failed, or why the delivery was stopped: often the new state of the notification.',
      }),
    ),
    opted_out: Type.Optional(
      Type.Enum(optOutReasons, {
        description: 'Why the address receives no messages now: the reason of its opt-out, as in the list of opt-outs.',
      }),
    ),
  },
  { $id: 'DeliveryStatus', description: 'A delivery of a notification to one address.' },
)

/** The status of a notification and of its deliveries. */
export const NotificationStatus = Type.Object(
  {
    id: Type.String({ description: 'The id of the notification.' }),
    task_id: Type.String({ description: 'The task in which the notification was submitted.' }),
    external_id: Type.String({ description: "The appointment's key in the client's own database." }),
    category: Type.String({ description: 'The category of the notification, such as medical.' }),
    target: Type.String({ description: 'The target of the notification, such as appointment.' }),
    supersedes: Type.Optional(
      Type.String({
        description: 'The notification that this one replaced when the visit was moved.',
      }),
    ),
    superseded_by: Type.Optional(Type.String({ description: 'The notification that replaced this one.' })),
    starts_at: optionalInstant('When the visit starts, if the params contain it.'),
    ends_at: optionalInstant('When the visit ends.'),
    contact: Contact,
    params: Type.Record(Type.String(), Type.String(), { description: 'When the visit is, and its details.' }),
    state: Type.Enum(notificationStates, {
      description: 'The state of the notification. History without a state is `imported`.',
    }),
    created_at: optionalInstant('When the notification was submitted.'),
    answered_at: optionalInstant('When the contact answered last.'),
    by: Type.Optional(
      Type.String({
        description: 'Who answered last: `contact`, or the name of the access token that answered for the contact.',
      }),
    ),
    arrived_at: optionalInstant('When the arrival was marked.'),
    arrived_by: Type.Optional(Type.String({ description: 'The name of the access token that marked the arrival.' })),
    wish: Type.Optional(Type.String({ description: 'What the contact wrote when asking for another time.' })),
    version: Type.Optional(Type.Integer({ description: "The client's version of the visit." })),
    done: Type.Optional(
      Type.Object(
        {
          at: Type.String({ description: 'When staff marked the request as dealt with, in UTC.' }),
          by: Type.String({ description: 'The name of the access token that marked it.' }),
        },
        { description: 'Staff have dealt with the request for another time.' },
      ),
    ),
    arrived_reason: Type.Optional(
      Type.String({ description: 'Why staff forced the arrival, outside of its window or against the answer.' }),
    ),
    deliveries: Type.Array(DeliveryStatus, { description: 'The deliveries of the notification.' }),
    checkin_code_sha256: Type.Optional(
      Type.String({
        description:
          "The hexadecimal SHA-256 of the visit's valid check-in token, by which a desk without a connection finds the visit. Only in lists of visits from yesterday to tomorrow, with the scope `checkin:read`.",
      }),
    ),
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
        starts_at: '2026-03-30T08:30:00.000000+00:00',
        ends_at: '2026-03-30T09:00:00.000000+00:00',
        contact: { external_id: 'P-290', name: 'Leonor Sá Magalhães', language: 'pt_PT', country: 'PT' },
        params: {
          ...{ year: '2026', month: '3', day: '30', hour: '9', minute: '30' },
          ...{ when: '2026-03-30T08:30:00Z', event_date: '2026-03-30T08:30:00Z', doctor: 'Margarida Guimarães' },
        },
        state: 'confirmed',
        created_at: '2026-03-29T09:00:00.000000+00:00',
        answered_at: '2026-03-29T09:14:02.104233+00:00',
        by: 'contact',
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

export type Statuses = ReturnType<typeof statusesOf>

/** Reads the status of the notifications that `pick` selects, in its order, and in the transaction if there is one. */
export async function readStatuses(
  database: Database,
  entityId: string,
  pick: (notifications: Statuses) => Statuses,
  trx?: Transaction<Schema>,
): Promise<NotificationStatus[]> {
  const rows = await pick(statusesOf(database.engine, trx ?? database, entityId)).execute()
  return rows.map(({ record }) => JSON.parse(record))
}

const statusesOf = (engine: Engine, database: Kysely<Schema>, entityId: string) =>
  database
    .selectFrom('notifications')
    .select(statusRecord(engine, entityId).as('record'))
    .where('notifications.entity_id', '=', entityId)
