import type { Transaction } from 'kysely'
import { renewCheckinRecords } from '../../messages/check-in/issued-token.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { markedKey, type Notification, type NotificationKey } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { stateChange } from './change-state.ts'
import { logChange } from './log-change.ts'

const change = stateChange('update', 'params', 'starts_at', 'ends_at')

/** The clinic has decided about the local time of a visit, and the contact need not learn of it: the answer and the check-in token
 *  stay. Plans the reminders again. */
export async function changeStart(trx: Transaction<Schema>, notification: Notification, now: Instant) {
  const key = markedKey(notification)
  const { startsAt, endsAt } = timesOfVisit(notification)!
  const params = JSON.stringify(notification.params)
  const [changed] = await change(trx, { ...key, params, starts_at: startsAt, ends_at: endsAt })
  logChange(trx, changed!, { change: 'updated' }, now)
  await renewCheckinRecords(trx, notification)
  await endClockChange(trx, { ...key, now })
}

/** Removes the mark that newer time-zone rules have changed the local time. Steps of the reminders that are over are not sent. */
export const endClockChange = preparedStatement((database, { entityId, id, now }: NotificationKey & { now: Instant }) =>
  database
    .updateTable('notifications')
    .set({ recorded_time: null, next_due_at: 0, reminded_until: now })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)
