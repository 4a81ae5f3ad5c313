import type { Selectable, Transaction } from 'kysely'
import { logEvent } from '../../log/events/append.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { testMark } from '../../visits/notification.ts'

/** The columns of a delivery that its events have. */
export const loggedColumns = ['entity_id', 'notification_id', 'kind', 'channel', 'uid', 'test'] as const
type LoggedColumns = Pick<Selectable<Schema['deliveries']>, (typeof loggedColumns)[number]>

/** Logs that a message does not reach the contact, and that the service does not try again. */
export function logFailure(
  trx: Transaction<Schema>,
  { entity_id, notification_id, kind: message, channel, uid, test }: LoggedColumns,
  change: 'failed' | 'bounced',
  reason: string,
  now: Instant,
) {
  logEvent(
    trx,
    entity_id,
    { kind: 'delivery', change, notification_id, message, channel, uid, reason, ...testMark(test) },
    now,
  )
}

/** Logs that a reminder was sent. */
export function logReminder(
  trx: Transaction<Schema>,
  { entity_id, notification_id, channel, uid, test }: LoggedColumns,
  now: Instant,
) {
  logEvent(trx, entity_id, { kind: 'reminder', notification_id, channel, uid, ...testMark(test) }, now)
}
