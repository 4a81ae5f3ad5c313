import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** What becomes of a delivery: one attempt-series to get one notification to one uid. */
export const deliveryStates = ['pending', 'sent', 'delivered', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Nothing more of this notification goes out. */
export async function stopDeliveries(trx: Transaction<Schema>, entityId: string, notificationId: string) {
  await trx
    .updateTable('deliveries')
    .set({ state: 'stopped' })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', notificationId)
    .where('state', '=', 'pending')
    .execute()
}
