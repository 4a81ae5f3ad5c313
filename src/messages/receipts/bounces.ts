import type { Address } from '../../channels/address.ts'
import type { Bounce, DeliveryKey } from '../../channels/incoming.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { markUndeliverable } from '../delivery/undeliverable.ts'
import { recordFailure } from './receipts.ts'

/** Records that an accepted message did not reach its address. A delivery in a final state, or to another address, does not
 *  change, and a repeated bounce changes nothing. Returns the notification of the delivery if it has changed. */
export async function recordBounce(
  { database, clock }: { database: Database; clock: Clock },
  delivery: DeliveryKey,
  address: Address,
  { reason, isUndeliverable }: Omit<Bounce, 'uid'>,
) {
  const now = clock.now()
  return database.writeFor(delivery.entity_id, async (trx) => {
    const receipt = { outcome: 'failed', reason } as const
    const notificationId = await recordFailure(trx, database.engine, delivery, receipt, now, address)
    if (notificationId !== undefined && isUndeliverable)
      await markUndeliverable(trx, delivery.entity_id, address, reason, now)
    return notificationId
  })
}
