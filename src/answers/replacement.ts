import { sql } from 'kysely'
import { comparedUid } from '../channels/address.ts'
import type { Database } from '../database/database.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import { deliveredUid } from '../delivery/delivered-uid.ts'
import type { VisitTimes } from '../plugins/plugin.ts'
import { timesOfVisit } from '../plugins/registry.ts'
import type { Secret } from '../secret.ts'
import type { Contact } from '../visits/notification.ts'
import type { State } from '../visits/state.ts'
import type { OpenedLink } from './open-link.ts'

/** The notification that stands for a superseded visit now. */
export interface Replacement {
  /** Also `withdrawn` if the clinic gave the key to another contact: the page must not reveal that contact. */
  state: State
  times: VisitTimes | undefined
  /** The answer link that the same address has for it, if any. */
  link: string | undefined
  /** Whether the address is not among those of the visit any more. */
  isRemoved: boolean
}

/** Follows a superseded notification to the contact's latest one of its visit. Returns undefined if
 *  nothing superseded it. */
export async function findReplacement(
  database: Database,
  secret: Secret,
  { entity, notification, supersededBy, address, isRemoved: wasRemoved }: OpenedLink,
): Promise<Replacement | undefined> {
  if (supersededBy === null) return undefined
  const isOfContact = ({ contact }: { contact: string }) =>
    (JSON.parse(contact) as Contact).external_id === notification.contact.external_id
  const chain = await selectChain(supersededBy)
  const others = chain.findIndex((next) => !isOfContact(next))
  const isWithdrawn = others !== -1
  const latest = isWithdrawn ? chain[others - 1] : chain.at(-1)
  if (!latest) return { ...withdrawn, isRemoved: wasRemoved }
  const { notification_id, state, category, target, params } = latest
  const deliveries = await selectDeliveries(notification_id)
  const isRemoved = deliveries.every(({ removed }) => removed === 1)
  if (isWithdrawn) return { ...withdrawn, isRemoved }
  const times = timesOfVisit({ category, target, params: JSON.parse(params) })
  const links = deliveries.map(({ delivery_id, link_hash }) => [answerLink(secret, entity.id, delivery_id), link_hash])
  // Links that were sent under a previous SECRET_KEY cannot be derived again.
  const [link] = links.find(([link, linkHash]) => hashAnswerLink(link!) === linkHash) ?? []
  return { state, times, isRemoved, link }

  /** Selects the notification and those that superseded it, oldest first. */
  function selectChain(id: string) {
    const columns = ['notification_id', 'state', 'category', 'target', 'contact', 'params', 'superseded_by'] as const
    return database
      .withRecursive('chain', (query) =>
        query
          .selectFrom('notifications')
          .select([...columns, sql<number>`1`.as('place')])
          .where('entity_id', '=', entity.id)
          .where('notification_id', '=', id)
          .unionAll(
            query
              .selectFrom('chain')
              .innerJoin('notifications as next', 'next.notification_id', 'chain.superseded_by')
              .select([...columns.map((column) => `next.${column}` as const), sql<number>`place + 1`.as('place')])
              .where('next.entity_id', '=', entity.id),
          ),
      )
      .selectFrom('chain')
      .select(columns)
      .orderBy('place')
      .execute()
  }

  function selectDeliveries(id: string) {
    return database
      .selectFrom('deliveries')
      .select(['delivery_id', 'link_hash', 'removed'])
      .where('entity_id', '=', entity.id)
      .where('notification_id', '=', id)
      .where('channel', '=', address.channel)
      .where(deliveredUid(), '=', comparedUid(address))
      .execute()
  }
}

const withdrawn = { state: 'withdrawn', times: undefined, link: undefined } as const
