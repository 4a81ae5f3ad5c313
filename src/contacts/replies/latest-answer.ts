import type { Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { latestMessage, sentAt } from './latest-message.ts'

const withinMicros = hours(24)

/** Returns the entity whose staff wrote the latest message to the address, if that was within a day. A bare "yes" then answers their
 *  words, and not the notice. */
export async function answeringEntity(
  trx: Transaction<Schema>,
  entityIds: string[],
  address: Address,
  now: Instant,
): Promise<string | undefined> {
  const latest = await latestMessage(trx, entityIds, address)
    .where(sentAt, '>', now - withinMicros)
    .executeTakeFirst()
  return latest?.kind === 'answer' ? latest.entity_id : undefined
}
