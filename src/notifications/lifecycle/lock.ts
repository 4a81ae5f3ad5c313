import type { Transaction } from 'kysely'
import { findToken } from '../../checkin/find-checkin.ts'
import type { VisitReference } from '../../checkin/visit-reference.ts'
import { preparedIn } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import { Problem } from '../../errors.ts'
import type { Instant } from '../../instant.ts'
import { type Notification, type NotificationKey, readNotification, storedColumns } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'

export interface Locked {
  notification: Notification
  revision: number
  state: State
  arrivedAt: Instant | null
  /** Whether staff forced the arrival. */
  isForced: boolean
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
  return (
    row && {
      ...{ notification: readNotification(row), state: row.state },
      ...{ revision: row.revision, arrivedAt: row.arrived_at, isForced: row.arrived_reason !== null },
    }
  )
}

/** Locks a notification that the caller has read, and returns what may have changed since. */
export const lockState = preparedIn((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('notifications')
    .select(['state', 'revision'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .forNoKeyUpdate(),
)

/** Selects the content of a notification. */
export const selectContent = preparedIn((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('notifications')
    .select(storedColumns)
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)

/** @throws Problem notification-not-found */
export async function requireLocked(trx: Transaction<Schema>, { entityId, id }: NotificationKey): Promise<Locked> {
  const locked = await lockNotification(trx, entityId, id)
  if (!locked) throw new Problem('notification-not-found')
  return locked
}

/** Locks the notification of a visit. By a check-in token, returns its row, too, also of a revoked or expired one.
 *  @throws Problem checkin-not-found, notification-not-found */
export async function lockVisit(trx: Transaction<Schema>, entityId: string, visit: VisitReference) {
  if ('id' in visit) return { locked: await requireLocked(trx, { entityId, id: visit.id }), token: undefined }
  const row = await findToken(trx, entityId, visit.token)
  if (!row) throw new Problem('checkin-not-found')
  const locked = (await lockNotification(trx, entityId, row.notification_id))!
  // Read again: another transaction may have revoked the token before this one acquired the lock.
  return { locked, token: (await findToken(trx, entityId, visit.token))! }
}
