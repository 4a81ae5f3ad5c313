import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export const leasedColumns = [
  'entity_id',
  'delivery_id',
  'notification_id',
  'kind',
  'channel',
  'uid',
  'compared_uid',
  'attempts',
  'reason',
  'give_up_at',
  'link_hash',
  'told_of',
  'lease_until',
  'urgent',
  'slot_at',
  'next_attempt_at',
  'fallback_rank',
  'test',
] as const

/** A delivery that this process has leased. */
export type LeasedDelivery = Pick<Selectable<Schema['deliveries']>, (typeof leasedColumns)[number]>

/** Updates a leased delivery, unless another process has leased it since. */
export const leasedRow = (database: Kysely<Schema>, { entity_id, delivery_id, lease_until }: LeasedDelivery) =>
  database
    .updateTable('deliveries')
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .where('lease_until', '=', lease_until)
