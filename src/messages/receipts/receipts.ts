import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { DeliveryKey, FinalReceipt, Receipt } from '../../channels/incoming.ts'
import type { Database, Engine } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import { lookAgain } from '../../visits/look-again.ts'
import { deliveriesOfMessage } from '../delivery/deliveries-of-message.ts'
import { logFailure, loggedColumns, logReminder } from '../delivery/log-delivery.ts'
import { useNextAddress } from '../delivery/next-address.ts'
import { nextAttempt } from '../delivery/outcomes.ts'
import { type DeliveryState, wasSent } from '../delivery/state.ts'

// A receipt may arrive before the provider's id is stored.
export const pausesMs = [0, 100, 300, 600, 1_000]

/** Records the provider's receipt for all deliveries of the message. A delivery in a final state does not change. Returns the
 *  notifications of the message. */
export async function recordReceipt(
  { database, clock }: { database: Database; clock: Clock },
  message: DeliveryKey,
  receipt: Receipt,
) {
  const now = clock.now()
  // One value, so that the deliveries of a message are tried again together.
  const random = Math.random()
  const deliveries = await deliveriesOfMessage(database, message)
  for (const delivery of deliveries) await recordReceiptOf(database, delivery, receipt, { now, random })
  return deliveries.map(({ notification_id }) => notification_id)
}

async function recordReceiptOf(
  database: Database,
  delivery: DeliveryKey,
  receipt: Receipt,
  { now, random }: { now: Instant; random: number },
) {
  switch (receipt.outcome) {
    case 'failed':
      await database.writeFor(delivery.entity_id, (trx) => recordFailure(trx, database.engine, delivery, receipt, now))
      return
    case 'returned':
      return recordReturn(database, delivery, receipt, { now, random })
    default:
      return recordArrival(database, delivery, receipt, now)
  }
}

/** Records that the provider sent or delivered a message. Usually, the service knows already that the message was sent. */
async function recordArrival(database: Database, key: DeliveryKey, receipt: FinalReceipt, now: Instant) {
  const known = changedBy[receipt.outcome].filter(wasSent)
  if (known.length > 0) {
    const { numUpdatedRows } = await applyReceipt(database, key, receipt, known, now).executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return
  }
  await database.writeFor(key.entity_id, async (trx) => {
    const delivery = await trx
      .selectFrom('deliveries')
      .select([...loggedColumns, 'state'])
      .where('entity_id', '=', key.entity_id)
      .where('delivery_id', '=', key.delivery_id)
      .forUpdate()
      .executeTakeFirst()
    if (!delivery || !changedBy[receipt.outcome].some((state) => state === delivery.state)) return
    await applyReceipt(trx, key, receipt, [delivery.state], now).execute()
    if (delivery.kind === 'reminder' && !wasSent(delivery.state)) logReminder(trx, delivery, now)
  })
}

/** Schedules the next attempt of a message that the provider did not deliver. A repeated receipt, or one of an earlier attempt, has
 *  another id than the latest attempt. */
async function recordReturn(
  database: Database,
  key: DeliveryKey,
  { id, reason }: Extract<Receipt, { outcome: 'returned' }>,
  { now, random }: { now: Instant; random: number },
) {
  let row: Awaited<ReturnType<typeof attemptOf>>
  for (const pauseMs of pausesMs) {
    await delay(pauseMs, undefined, { ref: false })
    row = await attemptOf(database, key)
    if (row?.provider_id !== null) break
  }
  if (row?.state !== 'sent' || (row.provider_id ?? id) !== id) return
  const next = nextAttempt(row.attempts, now, random)
  // A receipt that arrives before the id is stored prevents that. Without an id, a repeated receipt looks like a new one.
  const isLast = next > row.give_up_at || row.provider_id === null
  await database.writeFor(key.entity_id, async (trx) => {
    if (isLast) await recordFailure(trx, database.engine, key, { outcome: 'failed', reason }, now)
    else await returnToOutbox(trx, key, { id, reason, next_attempt_at: next })
  })
}

const attemptOf = (database: Kysely<Schema>, key: DeliveryKey) =>
  database
    .selectFrom('deliveries')
    .select(['attempts', 'provider_id', 'state', 'give_up_at'])
    .where('entity_id', '=', key.entity_id)
    .where('delivery_id', '=', key.delivery_id)
    .executeTakeFirst()

const returnToOutbox = (
  trx: Transaction<Schema>,
  key: DeliveryKey,
  { id, reason, next_attempt_at }: { id: string; reason: string; next_attempt_at: Instant },
) =>
  trx
    .updateTable('deliveries')
    .set({ state: 'pending', sent_at: null, provider_id: null, next_attempt_at, reason: oneLine(reason) })
    .where('entity_id', '=', key.entity_id)
    .where('delivery_id', '=', key.delivery_id)
    .where('state', '=', 'sent')
    .where('provider_id', '=', id)
    .execute()

/** The states of a delivery that each receipt changes. Receipts arrive in any order, and more than once. A delivery may be stopped
 *  after its message was sent, and before that is known. */
const changedBy = {
  sent: ['pending', 'stopped'],
  delivered: ['pending', 'stopped', 'sent'],
  read: ['pending', 'stopped', 'sent', 'delivered'],
  failed: ['pending', 'sent'],
} as const satisfies Record<FinalReceipt['outcome'], DeliveryState[]>

/** Records that a message did not reach its address. The next address is used. Returns the notification of the
 *  delivery; undefined if the delivery has not changed.
 *  @param bounced the address that a bounced message must have gone to */
export async function recordFailure(
  trx: Transaction<Schema>,
  { skipLocked }: Engine,
  delivery: DeliveryKey,
  receipt: FinalReceipt,
  now: Instant,
  bounced?: Address,
): Promise<string | undefined> {
  const failed = await applyReceipt(trx, delivery, receipt, changedBy.failed, now)
    .$if(bounced !== undefined, (one) =>
      one.where('channel', '=', bounced!.channel).where('compared_uid', '=', comparedUid(bounced!)),
    )
    .returning(loggedColumns)
    .executeTakeFirst()
  if (!failed) return undefined
  logFailure(trx, failed, bounced ? 'bounced' : 'failed', oneLine(receipt.reason ?? ''), now)
  await lookAgain(trx, { entityId: failed.entity_id, id: failed.notification_id })
  await useNextAddress(trx, skipLocked, failed, now)
  return failed.notification_id
}

const applyReceipt = (
  database: Kysely<Schema>,
  { entity_id, delivery_id }: DeliveryKey,
  { outcome, id, reason }: FinalReceipt,
  states: readonly DeliveryState[],
  now: Instant,
) =>
  database
    .updateTable('deliveries')
    .set((eb) => ({
      state: outcome,
      sent_at: eb.fn.coalesce('sent_at', eb.val(now)),
      delivered_at: outcome === 'delivered' || outcome === 'read' ? eb.fn.coalesce('delivered_at', eb.val(now)) : null,
      read_at: outcome === 'read' ? now : null,
      reason: reason === undefined ? null : oneLine(reason),
      lease_until: null,
    }))
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .where('state', 'in', states)
    .$if(outcome === 'failed' && id !== undefined, (update) =>
      update.where(({ eb, or }) => or([eb('provider_id', 'is', null), eb('provider_id', '=', id!)])),
    )
