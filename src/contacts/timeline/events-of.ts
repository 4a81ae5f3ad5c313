import { type Kysely, sql } from 'kysely'
import { noteOf } from '../../notifications/notes/note.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import type { ReminderSettings } from '../reminders/settings.ts'
import { actionEvents, latestActions, maxOfKind } from './actions.ts'
import { endEvents, missEvents } from './ends.ts'
import { deliveriesOf, messageEvents, type PlacedMessage } from './messages.ts'
import { type NotificationRow, notificationsOfVisit } from './notifications-of-visit.ts'
import type { PlacedEvent } from './placed-event.ts'
import { submittedEvents, submittersOf } from './submissions.ts'
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
    const ofNotification: PlacedEvent[] = [
      // The end of the earlier one says it.
      ...(linked.some((one) => one.superseded_by === notification_id) ? [] : submittedEvents(notification, submitters)),
      ...messages.filter((message) => !isOfEnd(message)),
      ...actionEvents(notification, of(actions)),
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

/** Reads the latest notes, the oldest first within each notification. */
const notesOf = async (database: Kysely<Schema>, entityId: string, ids: string[]) => {
  const latest = await database
    .selectFrom('notes')
    .select(['notification_id', 'note_id', 'written_at', 'written_by', 'text', 'call'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .orderBy('notification_id', 'desc')
    .orderBy('note_id', 'desc')
    .limit(sql.lit(maxOfKind))
    .execute()
  return latest.toReversed()
}

function markEvents({ done_at, done_by }: NotificationRow): PlacedEvent[] {
  if (done_at === null) return []
  return [{ place: done_at, event: { type: 'marked-done', at: formatInstant(done_at), by: done_by! } }]
}
