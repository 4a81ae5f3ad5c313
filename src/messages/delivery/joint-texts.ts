import { type SqlBool, sql } from 'kysely'
import type { DeliveryKey } from '../../channels/incoming.ts'
import { type ChannelName, findChannel } from '../../channels/registry.ts'
import type { Database } from '../../platform/database/database.ts'
import { isFree } from '../../platform/database/due-rows.ts'
import { leaseMicros } from '../../platform/scheduling/lease.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

/** The kinds of message that one joint text may have for several visits. */
const jointKinds = ['notice', 'reminder'] as const

// A family has fewer on one day. A shared placeholder number may have thousands.
export const maxTogether = 9

/** Whether one message of the channel may be about several visits. The number of segments decides whether they fit. */
export function takesJointTexts(channel: ChannelName): boolean {
  const { template } = findChannel(channel)
  return template.form === 'text' && template.measure !== undefined && template.maxSegments !== undefined
}

const mayBeJoint = ({ kind, test }: LeasedDelivery) => test === 0 && jointKinds.some((one) => one === kind)

const addressOf = ({ entity_id, compared_uid }: LeasedDelivery) => `${entity_id} ${compared_uid}`

/** Finds the other due deliveries to the addresses of leased ones. */
export async function othersDue(database: Database, leased: LeasedDelivery[], now: Instant): Promise<DeliveryKey[]> {
  const addresses = Map.groupBy(leased.filter(mayBeJoint), addressOf)
  const found = [...addresses.values()].map(([first]) => dueTo(database, first!, now))
  return (await Promise.all(found)).flat()
}

const dueTo = (database: Database, { entity_id, channel, compared_uid }: LeasedDelivery, now: Instant) =>
  database
    .selectFrom('deliveries')
    .select(['entity_id', 'delivery_id'])
    .where('entity_id', '=', entity_id)
    // A literal: a generic plan cannot match a parameter to the partial index.
    .where('channel', '=', sql.lit(channel))
    .where('compared_uid', '=', compared_uid)
    .where('kind', 'in', jointKinds)
    .where('test', '=', 0)
    // An expression, so that both engines read the address rather than the index of due deliveries.
    .where(sql<SqlBool>`state || '' = 'pending'`)
    .where('next_attempt_at', '<=', now)
    .where(isFree(now, leaseMicros))
    // The latest first: the earlier ones were sent long ago.
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(maxTogether))
    .execute()

/** Groups leased deliveries: those to one address may become one text. The first delivery of a group is the same at each attempt,
 *  because the message has its id. */
export function groupByAddress(leased: LeasedDelivery[]): LeasedDelivery[][] {
  const groups = Map.groupBy(leased, (one) => (mayBeJoint(one) ? addressOf(one) : one.delivery_id))
  return [...groups.values()].flatMap((group) =>
    group.length > maxTogether
      ? group.map((one) => [one])
      : [group.toSorted((one, other) => (one.delivery_id < other.delivery_id ? -1 : 1))],
  )
}
