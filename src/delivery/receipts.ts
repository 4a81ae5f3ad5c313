import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../channels/address.ts'
import type { DeliveryKey, Receipt } from '../channels/channel.ts'
import type { ChannelName } from '../channels/registry.ts'
import { acrossEntities, isDegraded } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../errors.ts'
import type { Clock } from '../instant.ts'
import { oneLine } from '../one-line.ts'

// A receipt may arrive before the provider's id is stored.
const pausesMs = [0, 100, 300, 600, 1_000]

/** Records the provider's receipt. A delivery in a final state does not change. */
export async function recordReceipt(
  { database, clock }: { database: Database; clock: Clock },
  { entity_id, delivery_id }: DeliveryKey,
  { outcome, reason }: Receipt,
) {
  const now = clock.now()
  await database
    .updateTable('deliveries')
    .set((eb) => ({
      state: outcome,
      sent_at: eb.fn.coalesce('sent_at', eb.val(now)),
      delivered_at: outcome === 'delivered' ? now : null,
      reason: reason === undefined ? null : oneLine(reason),
      lease_until: null,
    }))
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .where('state', 'in', ['pending', 'sent'])
    .execute()
}

/** Finds the delivery with a provider's id, and retries for 2 s. An alternative spelling may be the id of another
 *  message, so it matches only a delivery to `uid`.
 *  @throws Problem database-unavailable */
export async function findProvided(
  database: Database,
  [id, ...spellings]: string[],
  { channel, uid }: Address,
): Promise<DeliveryKey | undefined> {
  for (const pauseMs of pausesMs) {
    await delay(pauseMs, undefined, { ref: false })
    const known =
      (await provided(database, channel, [id!]))[0] ??
      (await provided(database, channel, spellings)).find((one) => one.uid === uid)
    if (known) return known
  }
  // The delivery may be on a lost node. The provider repeats a receipt that fails.
  if (isDegraded(database)) throw new Problem('database-unavailable')
  return undefined
}

const provided = async (database: Database, channel: ChannelName, ids: string[]) =>
  ids.length === 0
    ? []
    : acrossEntities(database, (isAvailable) =>
        database
          .selectFrom('deliveries')
          .select(['entity_id', 'delivery_id', 'uid'])
          .where('provider_id', 'in', ids)
          .where('channel', '=', channel)
          .where(isAvailable('entity_id'))
          .orderBy('sent_at', 'desc')
          .limit(10)
          .execute(),
      )
