import { sql } from 'kysely'
import type { ChannelName } from '../channels/registry.ts'
import { acrossEntities } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import type { Instant } from '../instant.ts'
import { DueScan } from '../scheduling/due-scan.ts'
import { isDue } from './outbox.ts'

/** A due delivery, and its position in the order of all deliveries. */
export interface DueDelivery {
  entity_id: string
  delivery_id: string
  next_attempt_at: Instant
}

export interface DueDeliveries {
  channel: ChannelName
  scan: DueScan<DueDelivery>
}

/** Scans the due deliveries of a channel, of all entities. The outbox has no other cross-entity statement. */
export const dueDeliveries = (database: Database, channel: ChannelName): DueDeliveries => ({
  channel,
  scan: new DueScan((count, now, after) => selectDue(database, channel, count, now, after)),
})

const selectDue = (
  database: Database,
  channel: ChannelName,
  count: number,
  now: Instant,
  after: DueDelivery | undefined,
) =>
  acrossEntities(database, (isAvailable) => {
    const due = database
      .selectFrom('deliveries')
      .select(['entity_id', 'delivery_id', 'next_attempt_at'])
      .where(isDue(channel, now))
      .where(isAvailable('entity_id'))
      .orderBy('next_attempt_at')
      .orderBy('delivery_id')
      .limit(sql.lit(count))
    if (!after) return due.execute()
    const position = sql<boolean>`(next_attempt_at, delivery_id) > (${after.next_attempt_at}, ${after.delivery_id})`
    return due.where(position).execute()
  })
