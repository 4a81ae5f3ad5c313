import { type Static, type TProperties, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import { exampleNotification, TestMark, VisitKeys } from '../../visits/notification.ts'
import { ActionRecord } from '../actions/action.ts'
import { eventKinds } from './event-kinds.ts'

export const EventKind = Type.Enum(eventKinds, { description: 'The kind of event.' })
export type EventKind = (typeof eventKinds)[number]

const text = (description: string) => Type.String({ description })
const optional = (description: string) => Type.Optional(text(description))
const channel = Type.Enum(channelNames, { description: 'The channel of the message.' })
const uid = text("The contact's address in the channel.")

const of = <Kind extends EventKind, Details extends TProperties>(kind: Kind, details: Details) =>
  Type.Object({
    sequence: Type.Integer({ description: "The event's number in the log of its entity." }),
    kind: Type.Literal(kind),
    date: text('When it happened, in UTC.'),
    ...details,
  })

const notification_id = text('The notification.')

const ActionEvent = of('action', {
  notification_id,
  action_id: text('The id of the action.'),
  by: text('Who acted: `contact`, or the name of the person or the access token that acted for the contact.'),
  wish: optional('What the contact wrote when asking for another time.'),
  slot: optional('The offered time that the contact takes, in UTC, if the clinic agrees.'),
  reason: optional('Why staff reversed an arrival.'),
  record: ActionRecord,
  test: TestMark,
})

const NotificationEvent = of('notification', {
  change: Type.Enum(['created', 'updated', 'moved', 'superseded', 'withdrawn', 'no-show', 'no-show-undone', 'wish'], {
    description:
      '`moved`: this notification has the new start, and `supersedes` is the earlier one. `superseded`: another contact got the key of the visit. `no-show`: the contact neither came nor said so. `no-show-undone`: the clock was ahead at that time, and the visit is still to come. `wish`: the contact changed the wish for another time, or took another of the offered times. All others: the clinic submitted, changed or withdrew the visit.',
  }),
  notification_id,
  ...VisitKeys,
  starts_at: optional('When the visit starts, in UTC.'),
  supersedes: optional('The notification whose place this one took.'),
  superseded_by: optional('The notification that took the place of this one.'),
  wish: optional('What the contact wrote.'),
  slot: optional('The offered time that the contact takes, in UTC, if the clinic agrees.'),
  test: TestMark,
})

const DeliveryEvent = of('delivery', {
  change: Type.Enum(['failed', 'bounced', 'opted-out'], {
    description:
      '`failed`: the message was not sent, or not delivered, and the service does not try again. `bounced`: the mail server returned it. `opted-out`: the address receives no more messages.',
  }),
  notification_id: Type.Optional(notification_id),
  message: optional('The kind of the message, such as `notice`.'),
  channel,
  uid,
  reason: text('Why.'),
  only_contact: Type.Optional(
    Type.Literal(true, {
      description: 'With `opted-out`: only messages for the contact of the notification stop at the address.',
    }),
  ),
  test: TestMark,
})

const ReplyEvent = of('reply', {
  reply_id: text('The id of the reply.'),
  notification_id: Type.Optional(notification_id),
  channel,
  uid,
  text: text('The words of the contact, which staff must read.'),
})

const ReminderEvent = of('reminder', { notification_id, channel, uid, test: TestMark })

/** One entry of an entity's event log. */
export const Event = Type.Union([ActionEvent, NotificationEvent, DeliveryEvent, ReplyEvent, ReminderEvent], {
  $id: 'Event',
  description: 'What happened to a notification.',
  examples: [
    {
      sequence: 17,
      kind: 'notification',
      date: '2026-03-29T09:00:00.000000+00:00',
      change: 'created',
      notification_id: exampleNotification.id,
      external_id: 'A-1102',
      category: 'medical',
      target: 'appointment',
      starts_at: '2026-03-30T08:30:00.000000+00:00',
    },
  ],
})
export type Event = Static<typeof Event>

type LogEntry = Exclude<Event, { kind: 'action' }>

/** An event without the members that the log adds. An action is logged with its record. */
export type NewEvent = LogEntry extends infer One
  ? One extends LogEntry
    ? Omit<One, 'sequence' | 'date'>
    : never
  : never
