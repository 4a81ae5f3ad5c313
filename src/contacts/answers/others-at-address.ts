import { sql } from 'kysely'
import { findChannel } from '../../channels/registry.ts'
import { answerLink, hashAnswerLink } from '../../messages/delivery/answer-link.ts'
import { ofSameNotification } from '../../messages/delivery/delivery-joins.ts'
import { kindsWithStart } from '../../messages/delivery/kind.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import { deliveryIsOptedOut } from '../../messages/opt-outs/delivery-is-opted-out.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type Contact, type Notification, readNotification, storedColumns } from '../../visits/notification.ts'
import { shownName } from '../../visits/shown-name.ts'
import { remindedStates, type State } from '../../visits/state.ts'
import { nonceOf } from './form.ts'
import type { OpenedLink } from './open-link.ts'

// A shared placeholder number may have thousands of visits. A family has fewer: nine, each with six messages.
const maxVisits = 50
const maxNames = 9
const maxMessages = 54

/** Another coming visit of the address, and the answer link that this address got for it. */
export interface VisitAtAddress {
  notification: Notification
  state: State
  linkSecret: string
  nonce: string
}

/** Returns the names of the other contacts whose messages go to the address of the link, by the entity's setting `names`. They have
 *  a coming visit, and this address got a message about it. `undefined` stands for a contact without a shown name. */
export async function othersAtAddress(
  database: Database,
  opened: OpenedLink,
  now: Instant,
): Promise<(string | undefined)[]> {
  const { address, entity, notification, isRemoved } = opened
  if (isRemoved) return []
  // Without the index, the page would read all deliveries of the clinic.
  if (!findChannel(address.channel).hasAddressIndex) return [undefined]
  const rows = await messagesToAddress(database, opened, now)
    .select(['notifications.contact', 'notifications.starts_at'])
    .distinct()
    .where('notifications.contact_external_id', '!=', notification.contact.external_id)
    .limit(sql.lit(maxVisits))
    .execute()
  const others = rows.map(({ contact }) => JSON.parse(contact) as Contact)
  return [...new Set(others.map((contact) => shownName(contact, entity.names)))].slice(0, maxNames).toSorted()
}

/** Returns the other coming visits of the address, each with a link that this address got: so a family answers on one page. None for
 *  an address that takes no messages, and for one that more people share than a family has. */
export async function visitsAtAddress(
  { database, secret }: Pick<RouteContext, 'database' | 'secret'>,
  opened: OpenedLink,
  now: Instant,
): Promise<VisitAtAddress[]> {
  const { entity, address, notification, isRemoved, optedOut } = opened
  const takesNone = optedOut !== undefined && !optedOut.isOnlyContact
  if (isRemoved || takesNone || notification.test || !findChannel(address.channel).hasAddressIndex) return []
  const rows = await messagesToAddress(database, opened, now)
    .select(storedColumns.map((column) => `notifications.${column}` as const))
    .select(['notifications.state', 'deliveries.delivery_id', 'deliveries.link_hash'])
    .where('deliveries.notification_id', '!=', notification.id)
    .where(deliveryIsOptedOut(entity.id), '=', 0)
    .orderBy('notifications.notification_id')
    .limit(sql.lit(maxMessages + 1))
    .execute()
  const byVisit = Map.groupBy(rows, ({ notification_id }) => notification_id)
  if (rows.length > maxMessages || byVisit.size > maxNames) return []
  return [...byVisit.values()].flatMap((messages) => {
    const links = messages.map((message) => ({ ...message, link: answerLink(secret, entity.id, message.delivery_id) }))
    // Links that were sent under a previous SECRET_KEY cannot be derived again.
    const known = links.find(({ link, link_hash }) => hashAnswerLink(link) === link_hash)
    return known
      ? [
          {
            notification: readNotification(known),
            state: known.state,
            linkSecret: known.link,
            nonce: nonceOf(secret, known.link),
          },
        ]
      : []
  })
}

/** Selects the messages of coming visits that this address got. */
const messagesToAddress = (database: Database, { entity, address }: OpenedLink, now: Instant) =>
  database
    .selectFrom('deliveries')
    .innerJoin('notifications', (join) => join.on(ofSameNotification))
    .where('deliveries.entity_id', '=', entity.id)
    .where(isToAddress(address))
    .where('deliveries.kind', 'in', kindsWithStart)
    .where('deliveries.sent_at', 'is not', null)
    .where('deliveries.removed', '=', 0)
    .where('deliveries.test', '=', 0)
    .where('notifications.state', 'in', remindedStates)
    .where('notifications.starts_at', '>', now)
    .orderBy('notifications.starts_at')
