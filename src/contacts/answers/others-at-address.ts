import { sql } from 'kysely'
import { findChannel } from '../../channels/registry.ts'
import { ofSameNotification } from '../../messages/delivery/delivery-joins.ts'
import { kindsWithStart } from '../../messages/delivery/kind.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { Contact } from '../../visits/notification.ts'
import { shownName } from '../../visits/shown-name.ts'
import { remindedStates } from '../../visits/state.ts'
import type { OpenedLink } from './open-link.ts'

// A shared placeholder number may have thousands.
const maxVisits = 50
const maxNames = 9

/** Returns the names of the other contacts whose messages go to the address of the link, by the entity's setting `names`. They have
 *  a coming visit, and this address got a message about it. `undefined` stands for a contact without a shown name. */
export async function othersAtAddress(
  database: Database,
  { entity, address, notification, isRemoved }: OpenedLink,
  now: Instant,
): Promise<(string | undefined)[]> {
  if (isRemoved) return []
  // Without the index, the page would read all deliveries of the clinic.
  if (!findChannel(address.channel).hasAddressIndex) return [undefined]
  const rows = await database
    .selectFrom('deliveries')
    .innerJoin('notifications', (join) => join.on(ofSameNotification))
    .select(['notifications.contact', 'notifications.starts_at'])
    .distinct()
    .where('deliveries.entity_id', '=', entity.id)
    .where(isToAddress(address))
    .where('deliveries.kind', 'in', kindsWithStart)
    .where('deliveries.sent_at', 'is not', null)
    .where('deliveries.removed', '=', 0)
    .where('deliveries.test', '=', 0)
    .where('notifications.state', 'in', remindedStates)
    .where('notifications.starts_at', '>', now)
    .where('notifications.contact_external_id', '!=', notification.contact.external_id)
    .orderBy('notifications.starts_at')
    .limit(sql.lit(maxVisits))
    .execute()
  const others = rows.map(({ contact }) => JSON.parse(contact) as Contact)
  return [...new Set(others.map((contact) => shownName(contact, entity.names)))].slice(0, maxNames).toSorted()
}
