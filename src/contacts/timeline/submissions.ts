import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import type { NotificationRow } from './notifications-of-visit.ts'
import type { PlacedEvent } from './placed-event.ts'

/** The names of the credentials that submitted the notifications, by task. Imported history has none. */
export type Submitters = Map<string, string>

/** Reads the submitters of notifications of one entity. */
export async function submittersOf(database: Kysely<Schema>, notifications: NotificationRow[]): Promise<Submitters> {
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

/** Returns the member `by` of an event; no member without a known submitter. */
export const submitter = ({ task_id }: NotificationRow, submitters: Submitters) => {
  const by = submitters.get(task_id)
  return by === undefined ? {} : { by }
}

/** Returns the submission of a notification as an event; none for imported history. */
export function submittedEvents(notification: NotificationRow, submitters: Submitters): PlacedEvent[] {
  const { created_at } = notification
  if (created_at === null) return []
  const event = { type: 'submitted' as const, at: formatInstant(created_at), ...submitter(notification, submitters) }
  return [{ place: created_at, event }]
}
