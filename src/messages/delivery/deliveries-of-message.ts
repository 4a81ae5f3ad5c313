import type { DeliveryKey } from '../../channels/incoming.ts'
import type { Database } from '../../platform/database/database.ts'
import { takesJointTexts } from './joint-texts.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

/** Records the deliveries of a message before it is sent: its receipt names only the first one.
 *  @throws Error if another process has leased one of them since */
export async function recordDeliveriesOfMessage(database: Database, deliveries: LeasedDelivery[]) {
  if (takesJointTexts(deliveries[0]!.channel)) await forgetEarlier(database, deliveries)
  if (deliveries.length > 1) await markJoint(database, deliveries)
}

async function markJoint(database: Database, deliveries: LeasedDelivery[]) {
  const [first] = deliveries as [LeasedDelivery]
  const { numUpdatedRows } = await database
    .updateTable('deliveries')
    .set({ joint_id: first.delivery_id })
    .where('entity_id', '=', first.entity_id)
    .where(({ or, and, eb }) =>
      or(
        deliveries.map((one) =>
          and([eb('delivery_id', '=', one.delivery_id), eb('lease_until', '=', one.lease_until)]),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows < deliveries.length) throw new Error('another process has leased the delivery')
}

/** Forgets the deliveries that an earlier attempt of this message was about, and that this one is not: its receipt says nothing
 *  about them. */
async function forgetEarlier(database: Database, deliveries: LeasedDelivery[]) {
  const [first] = deliveries as [LeasedDelivery]
  const ids = deliveries.map(({ delivery_id }) => delivery_id)
  await database
    .updateTable('deliveries')
    .set({ joint_id: null })
    .where('entity_id', '=', first.entity_id)
    .where('joint_id', '=', first.delivery_id)
    .where('delivery_id', 'not in', ids)
    .execute()
}

/** Returns the deliveries of a message, by the delivery whose id it has. */
export async function deliveriesOfMessage(
  database: Database,
  { entity_id, delivery_id }: DeliveryKey,
): Promise<(DeliveryKey & { notification_id: string })[]> {
  return database
    .selectFrom('deliveries')
    .select(['entity_id', 'delivery_id', 'notification_id'])
    .where('entity_id', '=', entity_id)
    .where((eb) => eb.or([eb('delivery_id', '=', delivery_id), eb('joint_id', '=', delivery_id)]))
    .orderBy('delivery_id')
    .execute()
}
