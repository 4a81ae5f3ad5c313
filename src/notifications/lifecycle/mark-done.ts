import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { Problem } from '../../errors.ts'
import type { Instant } from '../../instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { canHappen } from './events.ts'
import { requireLocked } from './lock.ts'

export interface DoneMark {
  done: boolean
  /** The name of the credential. */
  by: string
}

/** Staff have dealt with the contact's request for another time, or have not. The first mark stays when it is repeated. The next
 *  answer removes it.
 *  @throws Problem notification-not-found, not-rescheduling */
export async function markDone(trx: Transaction<Schema>, key: NotificationKey, { done, by }: DoneMark, now: Instant) {
  const { state } = await requireLocked(trx, key)
  if (!canHappen('markDone', state)) throw new Problem('not-rescheduling')
  await trx
    .updateTable('notifications')
    .set(done ? { done_at: now, done_by: by } : { done_at: null, done_by: null })
    .where('entity_id', '=', key.entityId)
    .where('notification_id', '=', key.id)
    .where('done_at', done ? 'is' : 'is not', null)
    .execute()
}
