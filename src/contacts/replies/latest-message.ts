import { sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** When a message was sent. A leased delivery may have been sent. */
export const sentAt = sql<Instant>`coalesce(sent_at, lease_until)`

/** Selects the latest message to the address. */
export const latestMessage = (trx: Transaction<Schema>, entityIds: string[], address: Address) =>
  trx
    .selectFrom('deliveries')
    .select(['entity_id', 'notification_id', 'kind'])
    .where('entity_id', 'in', entityIds)
    .where(isToAddress(address))
    .where('test', '=', 0)
    .where(sentAt, 'is not', null)
    .orderBy(sentAt, 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(1))
