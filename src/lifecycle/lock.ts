import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import { type Notification, readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'

/** Locks a notification until the transaction ends. Every engine locks a row on update, even when no value changes. */
export async function lockNotification(
  trx: Transaction<Schema>,
  entityId: string,
  id: string,
): Promise<{ notification: Notification; state: State; arrivedAt: Instant | null } | undefined> {
  const row = await trx
    .updateTable('notifications')
    .set((eb) => ({ arrived_at: eb.ref('arrived_at') }))
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && { notification: readNotification(row), state: row.state, arrivedAt: row.arrived_at }
}
