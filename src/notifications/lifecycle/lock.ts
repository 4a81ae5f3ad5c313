import type { Transaction } from 'kysely'
import { findToken, type VisitReference } from '../../messages/check-in/find-checkin.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type Notification, type NotificationKey, readNotification, storedColumns } from '../../visits/notification.ts'
import { type OfferedSlots, readSlots } from '../../visits/slots.ts'
import type { State } from '../../visits/state.ts'

export interface LockedNotification extends OfferedSlots {
  notification: Notification
  state: State
  arrivedAt: Instant | null
  wish: string | null
  /** Whether staff forced the arrival. */
  isForced: boolean
}

/** Locks a notification until the transaction ends, and reads it. */
export async function lockNotification(
  trx: Transaction<Schema>,
  key: NotificationKey,
): Promise<LockedNotification | undefined> {
  const [row] = await selectLocked(trx, key)
  if (!row) return undefined
  const { state, arrived_at: arrivedAt, wish, slot, arrived_reason } = row
  const slots = readSlots(row.slots)
  return { notification: readNotification(row), state, arrivedAt, wish, slots, slot, isForced: arrived_reason !== null }
}

const selectLocked = preparedStatement((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('notifications')
    .select([...storedColumns, 'state', 'arrived_at', 'arrived_reason', 'wish', 'slots', 'slot'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .forNoKeyUpdate(),
)

/** @throws Problem notification-not-found */
export async function requireLocked(trx: Transaction<Schema>, key: NotificationKey): Promise<LockedNotification> {
  const locked = await lockNotification(trx, key)
  if (!locked) throw new Problem('notification-not-found')
  return locked
}

/** Locks the notification of a visit. For a check-in token, also returns its row, even if revoked or expired.
 *  @throws Problem checkin-not-found, notification-not-found */
export async function lockVisit(trx: Transaction<Schema>, entityId: string, visit: VisitReference) {
  if ('id' in visit) return { locked: await requireLocked(trx, { entityId, id: visit.id }), token: undefined }
  const row = await findToken(trx, entityId, visit.token)
  if (!row) throw new Problem('checkin-not-found')
  const locked = await requireLocked(trx, { entityId, id: row.notification_id })
  // Read again: another transaction may have revoked the token before this one acquired the lock.
  return { locked, token: (await findToken(trx, entityId, visit.token))! }
}
