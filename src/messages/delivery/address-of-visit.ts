import { type Kysely, sql } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { latestOfContact } from '../../visits/latest-of-contact.ts'
import type { NotificationKey } from '../../visits/notification.ts'

/** The reason of a delivery that was stopped because the clinic has removed its address from the visit. */
export const addressRemoved = 'address removed'

/** Whether the visit still has this address. Follows moves to the latest notification. False if the key now belongs to another
 *  contact. */
export async function isAddressOfVisit(database: Kysely<Schema>, key: NotificationKey, address: Address) {
  const { latest, isOfOthers } = await latestOfContact(database, key)
  if (isOfOthers) return false
  const row = await database
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('entity_id', '=', key.entityId)
    .where('notification_id', '=', latest.notification_id)
    .where('channel', '=', address.channel)
    .where('compared_uid', '=', comparedUid(address))
    // An answer to a text goes to an address that wrote, whether or not the visit still has it.
    .where('kind', 'in', ['notice', 'moved'])
    .where('removed', '=', 0)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}
