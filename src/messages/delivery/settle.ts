import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type LeasedDelivery, leasedRow } from './leased-delivery.ts'
import { logFailure, logReminder } from './log-delivery.ts'
import { useNextAddress } from './next-address.ts'
import { fileReason } from './reach.ts'
import { markUndeliverable } from './undeliverable.ts'

/** The reason of a delivery whose message was composed, and not sent. */
const testReason = 'test'

/** Records that a message was sent, or written to a file, unless another process has leased the delivery since. A message in a file
 *  reaches nobody: the next address is used. */
export async function settleSent(
  database: Database,
  delivery: LeasedDelivery,
  sent: { sent_at: Instant; provider_id: string | null; reason: string | null },
) {
  const settle = (database: Kysely<Schema>) =>
    leasedRow(database, delivery)
      .set({
        ...sent,
        attempted_at: sent.sent_at,
        state: 'sent',
        reason: delivery.test === 1 ? testReason : sent.reason,
        lease_until: null,
      })
      .executeTakeFirstOrThrow()
  if (sent.reason === fileReason)
    return database.writeFor(delivery.entity_id, async (trx) => {
      await settle(trx)
      await useNextAddress(trx, database.engine.skipLocked, delivery, sent.sent_at)
    })
  if (delivery.kind !== 'reminder') return settle(database)
  return database.writeFor(delivery.entity_id, async (trx) => {
    const { numUpdatedRows } = await settle(trx)
    if (numUpdatedRows > 0n) logReminder(trx, delivery, sent.sent_at)
  })
}

interface UnsentEnd {
  state: 'failed' | 'stopped'
  reason: string
  attempted_at?: Instant
  isUndeliverable?: boolean | undefined
}

/** Records that no message will be sent, unless another process has leased the delivery since. The next address is used.
 *  @param end `attempted_at`: the time of the attempt that failed, unless there was none. `isUndeliverable`: the server refused the
 *  address, which is marked */
export async function settleUnsent(
  database: Database,
  delivery: LeasedDelivery,
  { isUndeliverable, ...end }: UnsentEnd,
  now: Instant,
) {
  await database.writeFor(delivery.entity_id, async (trx) => {
    const { numUpdatedRows } = await leasedRow(trx, delivery)
      .set({ ...end, lease_until: null })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n && end.state === 'failed') {
      logFailure(trx, delivery, 'failed', end.reason, now)
      if (isUndeliverable) await markUndeliverable(trx, delivery.entity_id, delivery, end.reason, now)
    }
    await useNextAddress(trx, database.engine.skipLocked, delivery, now)
  })
}

export interface Retry {
  next_attempt_at: Instant
  attempted_at: Instant
  reason: string
  /** Until when the delivery stays leased, because its message may have been sent. */
  lease_until: Instant | null
}

/** Schedules the next attempt, unless the delivery was stopped meanwhile. */
export async function scheduleRetry(database: Database, delivery: LeasedDelivery, retry: Retry) {
  const { numUpdatedRows } = await leasedRow(database, delivery)
    .set(retry)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await endLease(database, delivery, retry.lease_until)
}

/** Ends the lease of a delivery that was stopped meanwhile, now or when its outcome is clear. An erasure of its contact waits for this. */
const endLease = (database: Database, delivery: LeasedDelivery, lease_until: Instant | null) =>
  leasedRow(database, delivery).set({ lease_until }).execute()

export interface Postponement {
  until: Instant
  /** Why it waits, for staff: a `HeldReason`, or the provider's words. */
  reason: string
  /** The slot that it has reserved. */
  slotAt?: Instant | null
}

/** Makes a delivery wait from now on. This is no attempt, and the service gives up later by the time that the delivery waits. */
export async function postpone(
  database: Database,
  delivery: LeasedDelivery,
  { until, reason, slotAt = null }: Postponement,
  now: Instant,
) {
  const { numUpdatedRows } = await leasedRow(database, delivery)
    .set((eb) => ({
      next_attempt_at: until,
      lease_until: null,
      reason,
      slot_at: slotAt,
      attempts: eb('attempts', '-', 1),
      give_up_at: sql<Instant>`give_up_at + ${until - now}`,
    }))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await endLease(database, delivery, null)
}
