import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { hours, type Instant } from '../instant.ts'

/** Why the deliveries of a retired entity wait. */
export const retiredReason = 'entity retired'

/** How long they wait before the service looks again. */
export const retiredPauseMicros = hours(1)

/** Makes the deliveries of an entity that was retired due again. The worker stops each delivery that is too late. */
export const releaseHeld = (trx: Transaction<Schema>, entityId: string, now: Instant) =>
  trx
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('entity_id', '=', entityId)
    .where('state', '=', 'pending')
    .where('reason', '=', retiredReason)
    .execute()
