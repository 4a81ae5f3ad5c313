import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { isQuiet, type Quiet } from '../entities/quiet-hours.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { events } from '../notifications/lifecycle/events.ts'
import type { AnswerName } from '../plugins/plugin.ts'
import { answerNames } from '../plugins/plugin.ts'
import { timesOfVisit } from '../plugins/registry.ts'
import { missedAtOf } from '../reminders/missed-at.ts'
import type { ReminderSettings } from '../reminders/settings.ts'
import { readNotification, storedColumns } from '../visits/notification.ts'
import type { TimelineEvent } from './timeline.ts'

/** The columns of a timeline's notification. */
export const timelineColumns = [
  ...storedColumns,
  ...(['state', 'created_at', 'starts_at', 'supersedes', 'superseded_by', 'wish', 'done_at', 'done_by'] as const),
  ...(['arrived_from', 'arrived_reason', 'next_due_at', 'reminded_until'] as const),
] as const
export type NotificationRow = Pick<Selectable<Schema['notifications']>, (typeof timelineColumns)[number]>

/** An event at its place in the timeline. The place of an event without a stored time is close to it. */
interface Placed {
  place: Instant
  event: TimelineEvent
}

/** Returns what happened to a notification, oldest first. */
export async function eventsOf(
  database: Kysely<Schema>,
  notification: NotificationRow,
  settings: ReminderSettings,
  now: Instant,
): Promise<TimelineEvent[]> {
  const [messages, actions, ends] = await Promise.all([
    messageEvents(database, notification, settings, now),
    actionEvents(database, notification),
    endEvents(database, notification),
  ])
  const placed = [
    ...(await submittedEvents(database, notification)),
    ...messages,
    ...actions,
    ...markEvents(notification),
    ...missEvents(notification, settings),
    ...ends.map((end) => ({ ...end, place: end.place ?? placeOfWithdrawal(messages) })),
  ]
  return placed.sort((one, other) => one.place - other.place).map(({ event }) => event)
}

async function submittedEvents(database: Kysely<Schema>, notification: NotificationRow): Promise<Placed[]> {
  const { created_at, supersedes } = notification
  if (created_at === null) return []
  const before = supersedes === null ? undefined : await findOther(database, notification.entity_id, supersedes)
  const isMoved = before && isSameContact(before, notification) && before.starts_at !== notification.starts_at
  const moved_from = isMoved && before.starts_at !== null && formatInstant(before.starts_at)
  return [
    {
      place: created_at,
      event: { type: 'submitted', at: formatInstant(created_at), ...(moved_from && { moved_from }) },
    },
  ]
}

async function messageEvents(
  database: Kysely<Schema>,
  { entity_id, notification_id }: NotificationRow,
  quiet: Quiet,
  now: Instant,
): Promise<(Placed & { event: { type: 'message' } })[]> {
  const deliveries = await database
    .selectFrom('deliveries')
    .leftJoin('opt_outs', (join) =>
      join
        .onRef('opt_outs.entity_id', '=', 'deliveries.entity_id')
        .onRef('opt_outs.channel', '=', 'deliveries.channel')
        .onRef('opt_outs.uid', '=', 'deliveries.compared_uid'),
    )
    .select([
      ...(['kind', 'deliveries.channel', 'deliveries.uid', 'state', 'sent_at', 'delivered_at'] as const),
      ...(['next_attempt_at', 'deliveries.reason', 'opt_outs.reason as opted_out'] as const),
    ])
    .where('deliveries.entity_id', '=', entity_id)
    .where('deliveries.notification_id', '=', notification_id)
    .orderBy('delivery_id')
    .execute()
  return deliveries.map(({ kind, channel, uid, state, sent_at, delivered_at, next_attempt_at, reason, opted_out }) => ({
    place: sent_at ?? next_attempt_at,
    event: {
      type: 'message' as const,
      ...(sent_at !== null && { at: formatInstant(sent_at) }),
      ...{ kind, channel, uid, state },
      ...(delivered_at !== null && { delivered_at: formatInstant(delivered_at) }),
      ...(state === 'pending' && { next_attempt_at: formatInstant(next_attempt_at) }),
      ...(state === 'pending' &&
        waitsForDay(next_attempt_at, quiet, now) && { waits_for: 'end-of-quiet-hours' as const }),
      ...(reason !== null && { reason }),
      ...(opted_out !== null && { opted_out }),
    },
  }))
}

/** Whether the quiet hours end at the next attempt. */
const waitsForDay = (nextAttemptAt: Instant, quiet: Quiet, now: Instant) =>
  nextAttemptAt > now && isQuiet(nextAttemptAt - 1, quiet) && !isQuiet(nextAttemptAt, quiet)

async function actionEvents(database: Kysely<Schema>, notification: NotificationRow): Promise<Placed[]> {
  const actions = await database
    .selectFrom('actions')
    .select(['at', 'action', 'channel', 'acted_by', 'reason'])
    .where('entity_id', '=', notification.entity_id)
    .where('notification_id', '=', notification.notification_id)
    .orderBy('sequence')
    .execute()
  const last = actions.findLastIndex(({ action }) => isAnswer(action))
  const lastArrival = actions.findLastIndex(({ action }) => action === 'arrive')
  return actions.map(({ at, action, channel, acted_by, reason }, index) => {
    const who = { at: formatInstant(at), by: acted_by ?? 'contact' }
    const because = reason ?? (index === lastArrival ? notification.arrived_reason : null)
    const wish = index === last && notification.wish !== null && { wish: notification.wish }
    const desk = { ...who, ...(because !== null && { reason: because }) }
    const event: TimelineEvent = isAnswer(action)
      ? { type: 'answered', ...who, answer: action, channel, ...wish }
      : { type: action === 'annul' ? 'annulled' : 'arrived', ...desk }
    return { place: at, event }
  })
}

const isAnswer = (action: string): action is AnswerName => answerNames.some((answer) => answer === action)

function markEvents({ done_at, done_by }: NotificationRow): Placed[] {
  if (done_at === null) return []
  return [{ place: done_at, event: { type: 'marked-done', at: formatInstant(done_at), by: done_by! } }]
}

/** Staff may have marked the arrival of a contact who had not come. */
function missEvents(notification: NotificationRow, settings: ReminderSettings): Placed[] {
  const { state, arrived_from } = notification
  const times = timesOfVisit(readNotification(notification))
  if (!times || ![state, arrived_from].includes(events.miss.to)) return []
  return [{ place: missedAtOf(times, settings), event: { type: 'no-show' } }]
}

type End = Omit<Placed, 'place'> & { place: Instant | undefined }

/** How another notification, or the clinic, ended this one. */
async function endEvents(database: Kysely<Schema>, notification: NotificationRow): Promise<End[]> {
  const { state, superseded_by, entity_id } = notification
  if (state === events.withdraw.to) return [{ place: undefined, event: { type: 'withdrawn' } }]
  if (superseded_by === null) return []
  const next = await findOther(database, entity_id, superseded_by)
  const at = next?.created_at ?? undefined
  if (!next || at === undefined || !isSameContact(next, notification) || next.starts_at === notification.starts_at)
    return [
      { place: at, event: { type: 'replaced', ...(at !== undefined && { at: formatInstant(at) }), superseded_by } },
    ]
  const starts_at = next.starts_at === null ? {} : { starts_at: formatInstant(next.starts_at) }
  return [{ place: at, event: { type: 'moved', at: formatInstant(at), ...starts_at, superseded_by } }]
}

/** A withdrawal comes before the messages that tell of it, and after everything else. */
const placeOfWithdrawal = (messages: Awaited<ReturnType<typeof messageEvents>>): Instant =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...messages.flatMap(({ place, event }) => (event.kind === 'withdrawn' ? [place - 1] : [])),
  )

type Other = Pick<NotificationRow, 'contact' | 'created_at' | 'starts_at'>

const findOther = (database: Kysely<Schema>, entityId: string, id: string): Promise<Other | undefined> =>
  database
    .selectFrom('notifications')
    .select(['contact', 'created_at', 'starts_at'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirst()

const isSameContact = (one: Pick<Other, 'contact'>, other: Pick<Other, 'contact'>) =>
  JSON.parse(one.contact).external_id === JSON.parse(other.contact).external_id
