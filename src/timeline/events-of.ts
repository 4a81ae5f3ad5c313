import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { events } from '../notifications/lifecycle/events.ts'
import { noteOf } from '../notifications/notes/note.ts'
import type { AnswerName } from '../plugins/plugin.ts'
import { answerNames } from '../plugins/plugin.ts'
import { timesOfVisit } from '../plugins/registry.ts'
import { missedAtOf } from '../reminders/missed-at.ts'
import type { ReminderSettings } from '../reminders/settings.ts'
import { readNotification } from '../visits/notification.ts'
import { type ActionRow, latestActions } from './latest-actions.ts'
import { deliveriesOf, messageEvents, type PlacedMessage } from './messages.ts'
import { isSameContact, type NotificationRow, notificationsOfVisit } from './notifications-of-visit.ts'
import type { Placed } from './placed.ts'
import type { TimelineEvent } from './timeline.ts'

/** Returns what happened to the visit of the notification `asked`, as its contact knows it, oldest first. The clinic may have
 *  moved the visit: then the events of its other notifications name them. */
export async function eventsOf(
  database: Kysely<Schema>,
  asked: NotificationRow,
  settings: ReminderSettings,
  now: Instant,
): Promise<TimelineEvent[]> {
  const entityId = asked.entity_id
  const { linked, ofKey } = await notificationsOfVisit(database, asked)
  const ids = linked.map(({ notification_id }) => notification_id)
  const [deliveries, actions, notes, submitters] = await Promise.all([
    deliveriesOf(database, entityId, ids),
    latestActions(database, entityId, ids).execute(),
    notesOf(database, entityId, ids),
    submittersOf(database, ofKey),
  ])
  const placed = linked.flatMap((notification) => {
    const { notification_id, superseded_by } = notification
    const of = <Row extends { notification_id: string }>(rows: Row[]) =>
      rows.filter((row) => row.notification_id === notification_id)
    const successor = ofKey.find((one) => one.notification_id === superseded_by)
    const endedAt = notification.withdrawn_at ?? successor?.created_at ?? null
    const messages = messageEvents(of(deliveries), endedAt, settings, now)
    const isOfEnd = ({ event }: PlacedMessage) => event.kind === 'withdrawn'
    const ofNotification: Placed[] = [
      // The end of the earlier one says it.
      ...(linked.some((one) => one.superseded_by === notification_id) ? [] : submittedEvents(notification, submitters)),
      ...messages.filter((message) => !isOfEnd(message)),
      ...actionEvents(notification, of(actions).reverse()),
      ...of(notes).map((note) => ({ place: note.written_at, event: { type: 'noted' as const, ...noteOf(note) } })),
      ...markEvents(notification),
      ...missEvents(notification, settings),
      ...endEvents(notification, successor, submitters),
      ...messages.filter(isOfEnd),
    ]
    if (notification === asked) return ofNotification
    return ofNotification.map(({ place, event }) => ({ place, event: { ...event, notification_id } }))
  })
  return placed.sort((one, other) => one.place - other.place).map(({ event }) => event)
}

const notesOf = (database: Kysely<Schema>, entityId: string, ids: string[]) =>
  database
    .selectFrom('notes')
    .select(['notification_id', 'note_id', 'written_at', 'written_by', 'text', 'call'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .orderBy('note_id')
    .execute()

/** The names of those who submitted the notifications, by task. History does not tell. */
type Submitters = Map<string, string>

async function submittersOf(database: Kysely<Schema>, notifications: NotificationRow[]): Promise<Submitters> {
  const dated = notifications.filter(({ created_at }) => created_at !== null)
  if (dated.length === 0) return new Map()
  const tasks = await database
    .selectFrom('tasks')
    .select(['task_id', 'submitted_by'])
    .where('entity_id', '=', dated[0]!.entity_id)
    // With the time, by the key of the table.
    .where(
      'created_at',
      'in',
      dated.map(({ created_at }) => created_at!),
    )
    .where(
      'task_id',
      'in',
      dated.map(({ task_id }) => task_id),
    )
    .execute()
  return new Map(tasks.map(({ task_id, submitted_by }) => [task_id, submitted_by]))
}

const submitter = ({ task_id }: NotificationRow, submitters: Submitters) => {
  const by = submitters.get(task_id)
  return by === undefined ? {} : { by }
}

function submittedEvents(notification: NotificationRow, submitters: Submitters): Placed[] {
  const { created_at } = notification
  if (created_at === null) return []
  const event = { type: 'submitted' as const, at: formatInstant(created_at), ...submitter(notification, submitters) }
  return [{ place: created_at, event }]
}

function actionEvents(notification: NotificationRow, actions: ActionRow[]): Placed[] {
  const last = actions.findLastIndex(({ action }) => isAnswer(action))
  const lastArrival = actions.findLastIndex(({ action }) => action === 'arrive')
  return actions.map(({ at, action, channel, acted_by, reason }, index) => {
    const who = { at: formatInstant(at), by: acted_by ?? 'contact' }
    const because = reason ?? (index === lastArrival ? notification.arrived_reason : null)
    const wish = index === last && notification.wish !== null && { wish: notification.wish }
    const desk = { ...who, ...(because !== null && { reason: because }) }
    return {
      place: at,
      event: isAnswer(action)
        ? { type: 'answered', ...who, answer: action, channel, ...wish }
        : { type: action === 'annul' ? 'annulled' : 'arrived', ...desk },
    }
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

/** How another notification, or the clinic, ended this one. */
function endEvents(
  notification: NotificationRow,
  successor: NotificationRow | undefined,
  submitters: Submitters,
): Placed[] {
  const { withdrawn_at, withdrawn_by, superseded_by, starts_at } = notification
  if (withdrawn_at !== null)
    return [{ place: withdrawn_at, event: { type: 'withdrawn', at: formatInstant(withdrawn_at), by: withdrawn_by! } }]
  if (superseded_by === null) return []
  // History dates no notification.
  if (!successor || successor.created_at === null)
    return [{ place: Number.POSITIVE_INFINITY, event: { type: 'replaced', superseded_by } }]
  const { created_at: place, starts_at: newStart } = successor
  const replaced = { at: formatInstant(place), ...submitter(successor, submitters), superseded_by }
  const isMoved = isSameContact(successor, notification) && newStart !== starts_at
  return [
    {
      place,
      event: isMoved
        ? { type: 'moved', ...replaced, ...starts(starts_at, newStart) }
        : { type: 'replaced', ...replaced },
    },
  ]
}

const starts = (from: Instant | null, to: Instant | null) => ({
  ...(from !== null && { moved_from: formatInstant(from) }),
  ...(to !== null && { starts_at: formatInstant(to) }),
})
