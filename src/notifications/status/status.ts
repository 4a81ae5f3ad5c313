import { type Static, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import { messageKinds } from '../../messages/delivery/kind.ts'
import { deliveryStates } from '../../messages/delivery/state.ts'
import { optOutReasons } from '../../messages/opt-outs/opt-out.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { exampleNotification, KnownContact, TestMark, VisitKeys } from '../../visits/notification.ts'
import { readSlots } from '../../visits/slots.ts'
import { notificationStates, states } from '../../visits/state.ts'
import { fieldsOf, schemasOf } from './fields.ts'
import { Calls, LatestNote } from './staff-notes.ts'

const text = (description: string) => Type.String({ description })
const delivery = fieldsOf<'deliveries'>()
const notification = fieldsOf<'notifications'>()

export const deliveryFields = {
  kind: delivery.value('kind', Type.Enum(messageKinds, { description: 'The kind of message.' })),
  channel: delivery.value('channel', Type.Enum(channelNames, { description: 'The channel of the delivery.' })),
  uid: delivery.value('uid', text("The contact's address in the channel.")),
  state: delivery.value('state', Type.Enum(deliveryStates, { description: 'The state of the delivery.' })),
  attempts: delivery.value('attempts', Type.Integer({ description: 'The number of attempts so far.' })),
  next_attempt_at: delivery.derived(
    'next_attempt_at',
    Type.Optional(text('When the next attempt is due. In UTC.')),
    ({ state, next_attempt_at }) => (state === 'pending' ? formatInstant(next_attempt_at) : undefined),
  ),
  sent_at: delivery.instant('sent_at', 'When the channel accepted the message.'),
  delivered_at: delivery.instant('delivered_at', 'When the message reached the contact, if the channel reports it.'),
  read_at: delivery.instant('read_at', 'When the contact opened the message, if the channel reports it.'),
  reason: delivery.value(
    'reason',
    Type.Optional(
      text(
        'Why the latest attempt failed, why the message waits (`quiet hours`, `fallback`, `daily limit`, `rate limit`, `hourly limit`, `after a stop`), why nothing was sent (`test`; `file`: the channel had no server, so the message was written to a file, and nobody got it), or why the delivery was stopped (`undeliverable`, `opted out`, or the new state of the notification).',
      ),
    ),
  ),
}

const DeliveryStatus = Type.Object(
  {
    ...schemasOf(deliveryFields),
    opted_out: Type.Optional(
      Type.Enum(optOutReasons, {
        description: 'Why the address receives no messages now: the reason of its opt-out, as in the list of opt-outs.',
      }),
    ),
  },
  { $id: 'DeliveryStatus', description: 'A delivery of a notification to one address.' },
)
export type DeliveryStatus = Static<typeof DeliveryStatus>

/** The fields of a status that the notification's own row contains. */
export const notificationFields = {
  id: notification.value('notification_id', text('The id of the notification.')),
  task_id: notification.value('task_id', text('The task in which the notification was submitted.')),
  external_id: notification.value('external_id', VisitKeys.external_id),
  category: notification.value('category', VisitKeys.category),
  target: notification.value('target', VisitKeys.target),
  supersedes: notification.value(
    'supersedes',
    Type.Optional(
      text(
        'The notification of the same key that this one replaced: the visit was moved, or given to another contact.',
      ),
    ),
  ),
  superseded_by: notification.value('superseded_by', Type.Optional(text('The notification that replaced this one.'))),
  starts_at: notification.instant('starts_at', 'When the visit starts, if the params contain it.'),
  ends_at: notification.instant('ends_at', 'When the visit ends.'),
  contact: notification.json('contact', KnownContact),
  params: notification.json(
    'params',
    Type.Record(Type.String(), Type.String(), { description: 'When the visit is, and its details.' }),
  ),
  state: notification.value(
    'state',
    Type.Enum(notificationStates, {
      description: 'The state of the notification. History without a state is `imported`.',
    }),
  ),
  created_at: notification.instant('created_at', 'When the notification was submitted.'),
  answered_at: notification.instant('answered_at', 'When the contact answered last.'),
  by: notification.derived(
    'answered_at',
    Type.Optional(
      text(
        'Who answered last: `contact`, or the name of the person or the access token that answered for the contact.',
      ),
    ),
    ({ answered_by }) => answered_by ?? 'contact',
  ),
  arrived_at: notification.instant('arrived_at', 'When the arrival was marked.'),
  arrived_by: notification.value(
    'arrived_by',
    Type.Optional(text('The name of the person or the access token that marked the arrival.')),
  ),
  wish: notification.value('wish', Type.Optional(text('What the contact wrote when asking for another time.'))),
  slots: notification.derived(
    'slots',
    Type.Optional(
      Type.Array(Type.String(), {
        description: 'The other times that the clinic offers, in ascending order. In UTC. Absent if it offers none.',
      }),
    ),
    ({ slots }) => readSlots(slots).map(formatInstant),
  ),
  slot: notification.instant('slot', 'The offered time that the contact takes, if the clinic agrees.'),
  version: notification.value(
    'version',
    Type.Optional(Type.Integer({ description: "The client's version of the visit." })),
  ),
  done: notification.derived(
    'done_at',
    Type.Optional(
      Type.Object(
        {
          at: text('When staff marked the request as dealt with, in UTC.'),
          by: text('The name of the person or the access token that marked it.'),
        },
        { description: 'Staff have dealt with the request for another time.' },
      ),
    ),
    ({ done_at, done_by }) => ({ at: formatInstant(done_at!), by: done_by! }),
  ),
  arrived_reason: notification.value(
    'arrived_reason',
    Type.Optional(text('Why staff forced the arrival, outside of its window or against the answer.')),
  ),
  test: notification.derived('test', TestMark, ({ test }) => (test === 1 ? true : undefined)),
  recorded_time: notification.derived(
    'recorded_time',
    Type.Optional(
      text(
        'The local time of the start when the clinic submitted the visit, such as 2026-04-20T09:30. Only if newer time-zone rules have changed it, until the clinic decides.',
      ),
    ),
    ({ recorded_time, state }) => (states[state].isReminded ? recorded_time : undefined),
  ),
}

/** The status of a notification and of its deliveries. */
export const NotificationStatus = Type.Object(
  {
    ...schemasOf(notificationFields),
    deliveries: Type.Array(DeliveryStatus, { description: 'The deliveries of the notification.' }),
    ended_from: Type.Optional(
      Type.Enum(notificationStates, {
        description:
          'The state before the clinic withdrew the notification, or another one took its place. `cancelled`: the contact had cancelled.',
      }),
    ),
    calls: Type.Optional(Calls),
    note: Type.Optional(LatestNote),
    checkin_code_sha256: Type.Optional(
      text(
        "The hexadecimal SHA-256 of the visit's valid check-in token, by which a desk without a connection finds the visit. Only in lists of visits from yesterday to tomorrow, with the scope `checkin:read`.",
      ),
    ),
  },
  {
    $id: 'NotificationStatus',
    description: 'A notification and its deliveries.',
    examples: [
      {
        id: exampleNotification.id,
        task_id: exampleNotification.task_id,
        external_id: 'A-1102',
        category: 'medical',
        target: 'appointment',
        starts_at: '2026-03-30T08:30:00.000000+00:00',
        ends_at: '2026-03-30T09:00:00.000000+00:00',
        contact: exampleNotification.contact,
        params: {
          year: '2026',
          month: '3',
          day: '30',
          hour: '9',
          minute: '30',
          when: '2026-03-30T08:30:00Z',
          event_date: '2026-03-30T08:30:00Z',
          doctor: 'Margarida Guimarães',
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
