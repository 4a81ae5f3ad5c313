import { type Static, type TProperties, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import { messageKinds } from '../../messages/delivery/kind.ts'
import { deliveryStates } from '../../messages/delivery/state.ts'
import { optOutReasons } from '../../messages/opt-outs/opt-out.ts'
import { Note } from '../../notifications/notes/note.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { notificationStates } from '../../visits/state.ts'
import { omissionReasons, sendingReasons } from '../reminders/coming-reminders.ts'
import { Step } from '../reminders/sequence.ts'

const text = (description: string) => Type.String({ description })
const optional = (description: string) => Type.Optional(text(description))
const entry = <Name extends string, Properties extends TProperties>(type: Name, properties: Properties) =>
  Type.Object({ type: Type.Literal(type), ...properties })

const at = text('When it happened, in UTC.')
const by = text('Who did it: `contact`, or the name of the person or the access token.')
const submitter = optional('The name of the person or the access token that submitted it. Unknown for history.')
const successor = text('The notification that replaced this one.')
const event = <Name extends string, Properties extends TProperties>(type: Name, properties: Properties) =>
  entry(type, {
    ...properties,
    notification_id: optional('The notification of the visit that it happened to, unless it is the requested one.'),
  })

/** What happened. A member is absent if the service does not store it: it has no time of a stop or a no-show. */
export const TimelineEvent = Type.Union([
  event('submitted', { at, by: submitter }),
  event('message', {
    id: text('The id of the message, as in the list of sent messages.'),
    at: optional('When the channel accepted the message, in UTC.'),
    kind: Type.Enum(messageKinds, { description: 'The kind of message.' }),
    channel: Type.Enum(channelNames, { description: 'The channel of the message.' }),
    uid: text("The contact's address in the channel."),
    state: Type.Enum(deliveryStates, { description: 'What became of the message.' }),
    by: optional('Who wrote the message: the name of the person or the access token. Only of an answer to a text.'),
    text: optional('What that person wrote.'),
    delivered_at: optional('When the message reached the contact, if the channel reports it, in UTC.'),
    next_attempt_at: optional('When the next attempt of a pending message is due, in UTC.'),
    waits_for: Type.Optional(
      Type.Enum(['end-of-quiet-hours'], { description: 'What a pending message waits for until its next attempt.' }),
    ),
    reason: optional(
      'Why the latest attempt failed, why the message was stopped, or why nothing was sent: `file` is a message that was written to a file, and that nobody got.',
    ),
    opted_out: Type.Optional(Type.Enum(optOutReasons, { description: 'Why the address receives no messages now.' })),
  }),
  event('answered', {
    at,
    by,
    answer: Type.Enum(answerNames, { description: 'The answer.' }),
    channel: text('The channel of the answer: `desk` for an answer that staff recorded.'),
    wish: optional('What the contact wrote when asking for another time. Only the latest wish is known.'),
    slot: optional('The offered time that the contact takes, if the clinic agrees. Only the latest is known.'),
  }),
  event('marked-done', { at, by }),
  event('arrived', { at, by, reason: optional('Why staff forced the arrival. Only that of the latest is known.') }),
  event('annulled', { at, by, reason: optional('Why staff reversed the arrival.') }),
  event('noted', Note.properties),
  event('moved', {
    at,
    by: submitter,
    moved_from: optional('The start of the visit before the clinic moved it, in UTC.'),
    starts_at: optional('The new start of the visit, in UTC.'),
    superseded_by: successor,
  }),
  event('replaced', { at: Type.Optional(at), by: submitter, superseded_by: successor }),
  event('no-show', {}),
  event('withdrawn', { at, by }),
])
export type TimelineEvent = Static<typeof TimelineEvent>

/** What is to come. */
export const PlanEntry = Type.Union([
  entry('reminder', {
    at: text('When the service sends the reminder, or leaves it out, in UTC.'),
    due_at: text('When the reminder falls due by its sequence, in UTC.'),
    will_be_sent: Type.Boolean({ description: 'Whether the service sends it, as far as it knows now.' }),
    reason: Type.Enum([...sendingReasons, ...omissionReasons], {
      description:
        'Why it is sent then: at its time, after the quiet hours, or before them. Or why it is not sent: the notification is in another state, a later reminder takes its place, each address gets another message within the hour before, or no address takes messages.',
    }),
    step: Step,
  }),
  entry('answers-close', { at: text('From when the contact can no longer answer, in UTC.') }),
  entry('visit', { at: text('When the visit starts, in UTC.') }),
  entry('no-show', { at: text('When the contact has not come, unless an arrival is marked, in UTC.') }),
])
export type PlanEntry = Static<typeof PlanEntry>

export const Timeline = Type.Object(
  {
    state: Type.Enum(notificationStates, { description: 'The state of the notification.' }),
    quiet_until: optional(
      'When the quiet hours end, if a reminder at the request of staff waits for this now. In UTC.',
    ),
    events: Type.Array(TimelineEvent, { description: 'What happened, oldest first.' }),
    plan: Type.Array(PlanEntry, { description: 'What is to come, in order of time.' }),
  },
  {
    $id: 'Timeline',
    description: 'What happened to a visit, and what is to come.',
    examples: [
      {
        state: 'confirmed',
        events: [
          { type: 'submitted', at: '2026-03-29T09:00:00.000000+00:00', by: 'Agenda' },
          {
            type: 'message',
            id: '019d3960-6c02-7e10-8a3b-4c9d5e6f7a80',
            at: '2026-03-29T09:00:01.204511+00:00',
            kind: 'notice',
            channel: 'mobile',
            uid: '+351912345678',
            state: 'sent',
          },
          {
            type: 'answered',
            at: '2026-03-29T09:14:02.104233+00:00',
            by: 'contact',
            answer: 'confirm',
            channel: 'mobile',
          },
        ],
        plan: [
          {
            type: 'reminder',
            at: '2026-03-30T07:00:00.000000+00:00',
            due_at: '2026-03-30T05:30:00.000000+00:00',
            will_be_sent: true,
            reason: 'after-quiet-hours',
            step: { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'] },
          },
          { type: 'visit', at: '2026-03-30T08:30:00.000000+00:00' },
          { type: 'no-show', at: '2026-03-30T10:30:00.000000+00:00' },
        ],
      },
    ],
  },
)
export type Timeline = Static<typeof Timeline>
