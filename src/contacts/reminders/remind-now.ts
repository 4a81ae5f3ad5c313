import type { Transaction } from 'kysely'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { requireLocked } from '../../notifications/lifecycle/lock.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { markedKey, type NotificationKey } from '../../visits/notification.ts'
import { expectedUntil, timesOfVisit } from '../../visits/plugins/registry.ts'
import { states } from '../../visits/state.ts'
import { addressesToRemind } from './addresses.ts'

/** Sends a reminder at the request of staff, to each address at most once an hour. An urgent one does not wait for the end of
 *  quiet hours, nor does one that waits already.
 *  @throws Problem notification-not-found, notification-ended, too-late, reminded-recently */
export async function remindNow(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: NotificationKey,
  isUrgent: boolean,
  now: Instant,
) {
  const { notification, state } = await requireLocked(trx, key)
  if (!states[state].isReminded) throw new Problem('notification-ended')
  const times = timesOfVisit(notification)
  if (times && expectedUntil(times) <= now)
    throw new Problem('too-late', { window_closed_at: formatInstant(expectedUntil(times)) })
  if (isUrgent && (await hurry(trx, key, now))) return
  const addresses = await addressesToRemind(trx, key, ['reminder'], now)
  if (addresses.length === 0) throw new Problem('reminded-recently')
  const added = addresses.map((address) => ({ ...address, kind: 'reminder' as const, at: now, isUrgent }))
  await addDeliveries(trx, outbox, markedKey(notification), added)
}

/** Makes the reminders that wait due. Returns whether there were any. */
async function hurry(trx: Transaction<Schema>, { entityId, id }: NotificationKey, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ urgent: 1, next_attempt_at: now })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('kind', '=', 'reminder')
    .where('state', '=', 'pending')
    .where('urgent', '=', 0)
    .where('next_attempt_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
