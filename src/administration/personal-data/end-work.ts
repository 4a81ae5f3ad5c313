import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** Stops the messages and the reminders of notifications whose data are removed. */
export async function endWork(trx: Transaction<Schema>, entityId: string, ids: string[]) {
  await trx
    .updateTable('deliveries')
    .set({ state: 'stopped' })
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .where('state', '=', 'pending')
    .execute()
  await trx
    .updateTable('notifications')
    .set({ next_due_at: null })
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .where('next_due_at', 'is not', null)
    .execute()
}
