import { sql, type Transaction } from 'kysely'
import { channelNames } from '../../channels/registry.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'

/** The reasons for which a pending delivery waits, apart from a failed attempt. */
export const heldReasons = [
  'quiet hours',
  'daily limit',
  'hourly limit',
  'rate limit',
  'fallback',
  'entity retired',
  'after a stop',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** The reason of a delivery whose message is no longer of use to the contact. */
export const tooLate = 'too late: the message was of no use any more when the service could send it'

/** How long the deliveries of a retired entity wait before the service looks again. */
export const retiredPauseMicros = hours(1)

/** Makes the deliveries of an entity that wait for these reasons due. The worker then decides about each by the current settings. */
export async function releaseHeld(
  trx: Transaction<Schema>,
  entityId: string,
  reasons: readonly HeldReason[],
  now: Instant,
) {
  await trx
    .updateTable('deliveries')
    .set({
      next_attempt_at: now,
      give_up_at: sql<Instant>`give_up_at - next_attempt_at + ${now}`,
      // A message that had a slot has been counted.
      slot_at: sql<Instant | null>`case when slot_at is null then null else 0 end`,
    })
    .where('entity_id', '=', entityId)
    // The index of due deliveries contains only these.
    .where(sql<boolean>`state = 'pending'`)
    .where('channel', 'in', channelNames)
    .where('reason', 'in', reasons)
    .where('next_attempt_at', '>', now)
    .execute()
}
