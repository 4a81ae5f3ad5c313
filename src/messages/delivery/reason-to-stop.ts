import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import { deliveryIsOptedOut } from '../opt-outs/delivery-is-opted-out.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import { deliveryIsMarked, undeliverable } from './undeliverable.ts'

/** Returns why a leased delivery is not sent: its address takes no messages, or it was stopped since. Undefined: it is sent. */
export async function reasonToStop(
  database: Database,
  { entity_id, delivery_id }: LeasedDelivery,
): Promise<string | undefined> {
  const [row] = await selectReasons(database, { entity_id, delivery_id })
  const { state, reason } = row!
  if (row!.opted_out) return 'opted out'
  if (row!.undeliverable) return undeliverable
  return state === 'stopped' ? (reason ?? state) : undefined
}

const selectReasons = preparedStatement(
  (database, { entity_id, delivery_id }: Pick<LeasedDelivery, 'entity_id' | 'delivery_id'>) =>
    database
      .selectFrom('deliveries')
      .select([
        'state',
        'reason',
        deliveryIsOptedOut(entity_id).as('opted_out'),
        deliveryIsMarked(entity_id).as('undeliverable'),
      ])
      .where('entity_id', '=', entity_id)
      .where('delivery_id', '=', delivery_id),
)
