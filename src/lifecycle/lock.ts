import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import type { Instant } from '../instant.ts'
import { type Notification, type NotificationKey, readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'

export interface Locked {
  notification: Notification
  state: State
  arrivedAt: Instant | null
}

/** Locks a notification until the transaction ends. Every engine locks a row on update, even when no value changes. */
export async function lockNotification(
  trx: Transaction<Schema>,
  entityId: string,
  id: string,
): Promise<Locked | undefined> {
  const row = await trx
    .updateTable('notifications')
    .set((eb) => ({ arrived_at: eb.ref('arrived_at') }))
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && { notification: readNotification(row), state: row.state, arrivedAt: row.arrived_at }
}

/** @throws Problem notification-not-found */
export async function requireLocked(trx: Transaction<Schema>, { entityId, id }: NotificationKey): Promise<Locked> {
  const locked = await lockNotification(trx, entityId, id)
  if (!locked) throw new Problem('notification-not-found')
  return locked
}
