import { comparedUid } from '../../channels/address.ts'
import { answerLink, hashAnswerLink } from '../../messages/delivery/answer-link.ts'
import { transitions } from '../../notifications/lifecycle/transitions.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { latestOfContact } from '../../visits/latest-of-contact.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import type { OpenedLink } from './open-link.ts'

/** The current notification of a superseded visit. */
export interface Replacement {
  /** Also if the clinic gave the key to another contact: the page must not reveal that contact. */
  isWithdrawn: boolean
  /** The state before the end of the contact's latest notification, and the credential that answered it for the contact. */
  endedFrom: State | null
  answeredBy: string | null
  times: VisitTimes | undefined
  /** The secret of the answer link that the same address has for it, if any. */
  linkSecret: string | undefined
  /** Whether the address is no longer among those of the visit. */
  isRemoved: boolean
}

/** Follows a superseded notification to the contact's latest one of its visit. Returns undefined if
 *  nothing superseded it. */
export async function findReplacement(
  database: Database,
  secret: Secret,
  { entity, notification, supersededBy, address }: OpenedLink,
): Promise<Replacement | undefined> {
  if (supersededBy === null) return undefined
  const { latest, isOfOthers } = await latestOfContact(database, { entityId: entity.id, id: notification.id })
  const { notification_id, state, category, target, params } = latest
  const deliveries = await selectDeliveries(notification_id)
  const isRemoved = deliveries.every(({ removed }) => removed === 1)
  const { ended_from: endedFrom, answered_by: answeredBy } = latest
  if (isOfOthers)
    return { isWithdrawn: true, endedFrom, answeredBy, times: undefined, linkSecret: undefined, isRemoved }
  const times = timesOfVisit({ category, target, params: JSON.parse(params) })
  const secrets = deliveries.map(({ delivery_id, link_hash }) => [
    answerLink(secret, entity.id, delivery_id),
    link_hash,
  ])
  // Links that were sent under a previous SECRET_KEY cannot be derived again.
  const [linkSecret] = secrets.find(([secret, linkHash]) => hashAnswerLink(secret!) === linkHash) ?? []
  return { isWithdrawn: state === transitions.withdraw.to, endedFrom, answeredBy, times, linkSecret, isRemoved }

  function selectDeliveries(id: string) {
    return database
      .selectFrom('deliveries')
      .select(['delivery_id', 'link_hash', 'removed'])
      .where('entity_id', '=', entity.id)
      .where('notification_id', '=', id)
      .where('channel', '=', address.channel)
      .where('compared_uid', '=', comparedUid(address))
      .execute()
  }
}
