import type { Transaction } from 'kysely'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import { tooLate } from './held.ts'
import { kindsOfEveryState } from './kind.ts'
import { logFailure, loggedColumns } from './log-delivery.ts'

/** Stops the pending deliveries of a notification.
 *  @param reason the new state of the notification */
export const stopDeliveries = preparedStatement(
  (database, { entityId, id, reason }: NotificationKey & { reason: State }) =>
    database
      .updateTable('deliveries')
      .set({ state: 'stopped', reason })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id)
      .where('state', '=', 'pending')
      // The contact who wrote still expects them.
      .where('kind', 'not in', kindsOfEveryState),
)

/** Gives up the pending messages that tell of the visit for the first time: the contact has learned nothing of it. */
export async function failUnsentNotices(trx: Transaction<Schema>, { entityId, id }: NotificationKey, now: Instant) {
  const failed = await trx
    .updateTable('deliveries')
    .set({ state: 'failed', reason: tooLate })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'pending')
    .where('kind', 'in', ['notice', 'moved'])
    .where('fallback_rank', '=', 0)
    .returning(loggedColumns)
    .execute()
  for (const delivery of failed) logFailure(trx, delivery, 'failed', tooLate, now)
}

/** Makes the deliveries that a state of the notification stopped due again. The worker then decides about each by the current
 *  state. */
export const resumeDeliveries = (
  trx: Transaction<Schema>,
  { entityId, id, stoppedBy }: NotificationKey & { stoppedBy: State },
  now: Instant,
) =>
  trx
    .updateTable('deliveries')
    .set({ state: 'pending', reason: null, attempts: 0, next_attempt_at: now })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'stopped')
    .where('reason', '=', stoppedBy)
    .execute()
