import { sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'

const withinMicros = hours(24)

/** Returns the entity whose staff wrote the latest message to the address, if that was within a day. A bare "yes" then answers their
 *  words, and not the notice. */
export async function answeringEntity(
  trx: Transaction<Schema>,
  entityIds: string[],
  address: Address,
  now: Instant,
): Promise<string | undefined> {
  // A leased delivery may have been sent.
  const sentAt = sql<Instant>`coalesce(sent_at, lease_until)`
  const latest = await trx
    .selectFrom('deliveries')
    .select(['entity_id', 'kind'])
    .where('entity_id', 'in', entityIds)
    .where(isToAddress(address))
    .where('test', '=', 0)
    .where(sentAt, '>', now - withinMicros)
    .orderBy(sentAt, 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return latest?.kind === 'answer' ? latest.entity_id : undefined
}
