import type { Selectable, Transaction } from 'kysely'
import { logEvent } from '../../log/events/append.ts'
import type { NewEvent } from '../../log/events/event.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { testMark } from '../../visits/notification.ts'

/** The columns of a notification that its events have. */
export const loggedColumns = [
  ...(['entity_id', 'notification_id', 'external_id', 'category', 'target', 'starts_at', 'test'] as const),
] as const
type LoggedColumns = Pick<Selectable<Schema['notifications']>, (typeof loggedColumns)[number]>

type NotificationEvent = Extract<NewEvent, { kind: 'notification' }>

/** Logs a change of a notification, with the keys and the start of its visit. */
export function logChange(
  trx: Transaction<Schema>,
  { entity_id, notification_id, external_id, category, target, starts_at, test }: LoggedColumns,
  change: Pick<NotificationEvent, 'change' | 'supersedes' | 'superseded_by' | 'wish' | 'slot'>,
  now: Instant,
) {
  const visit = { notification_id, external_id, category, target }
  const start = starts_at === null ? {} : { starts_at: formatInstant(starts_at) }
  logEvent(trx, entity_id, { kind: 'notification', ...visit, ...start, ...change, ...testMark(test) }, now)
}
