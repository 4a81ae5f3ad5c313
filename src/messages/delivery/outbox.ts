import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { MarkedKey, NotificationKey } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import { answerLink, hashAnswerLink } from './answer-link.ts'
import { deliveryIsOptedOut, useNextAddress } from './fallback.ts'
import { type HeldReason, tooLate } from './held.ts'
import { kindsOfEveryState, type MessageKind } from './kind.ts'
import { logFailure, loggedColumns, logReminder } from './log-delivery.ts'
import { fileReason } from './reach.ts'
import { deliveryIsMarked, undeliverable } from './undeliverable.ts'

export interface OutboxContext {
  secret: Secret
  config: Pick<Config, 'deliverForMicros'>
}

interface ToDeliver extends Address {
  notification: MarkedKey
  kind: MessageKind
  /** The earliest time of the first attempt. */
  at: Instant
  /** The notification of the same visit that this address was told of before. */
  toldOf?: string | null
  /** Whether it does not wait for the end of quiet hours, by request of staff. */
  isUrgent?: boolean
  /** 0: it is sent at once; n: it waits for the addresses before it. */
  fallbackRank?: number
  /** Why it waits, for staff. */
  reason?: string
}

/** Returns a pending delivery's row, with its own answer link. */
export function newDelivery(
  { secret, config }: OutboxContext,
  { notification, kind, channel, uid, at, toldOf = null, isUrgent = false, fallbackRank = 0, reason }: ToDeliver,
): Insertable<Schema['deliveries']> {
  const delivery_id = newId()
  const { entityId, id, isTest } = notification
  return {
    entity_id: entityId,
    delivery_id,
    notification_id: id,
    test: isTest ? 1 : 0,
    kind,
    channel,
    uid,
    compared_uid: comparedUid({ channel, uid }),
    link_hash: hashAnswerLink(answerLink(secret, entityId, delivery_id)),
    state: 'pending',
    next_attempt_at: at,
    give_up_at: at + config.deliverForMicros,
    told_of: toldOf,
    urgent: isUrgent ? 1 : 0,
    fallback_rank: fallbackRank,
    reason: reason ?? (fallbackRank > 0 ? ('fallback' satisfies HeldReason) : null),
  }
}

/** Adds deliveries of a notification. */
export async function addDeliveries(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  notification: MarkedKey,
  added: Omit<ToDeliver, 'notification'>[],
) {
  if (added.length === 0) return
  const rows = added.map((one) => newDelivery(outbox, { notification, ...one }))
  await trx.insertInto('deliveries').values(rows).execute()
}

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
export type Leased = Pick<Selectable<Schema['deliveries']>, (typeof leasedColumns)[number]>

/** The reason of a delivery whose message was composed, and not sent. */
const testReason = 'test'

/** Records that a message was sent, or written to a file, unless another process has leased the delivery since. A message in a file
 *  reaches nobody: the next address is used. */
export async function settleSent(
  database: Database,
  delivery: Leased,
  sent: { sent_at: Instant; provider_id: string | null; reason: string | null },
) {
  const settle = (database: Kysely<Schema>) =>
    leasedRow(database, delivery)
      .set({ ...sent, state: 'sent', reason: delivery.test === 1 ? testReason : sent.reason, lease_until: null })
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

/** Records that no message will be sent, unless another process has leased the delivery since. The next address is used. */
export async function settleUnsent(
  database: Database,
  delivery: Leased,
  end: { state: 'failed' | 'stopped'; reason: string },
  now: Instant,
) {
  await database.writeFor(delivery.entity_id, async (trx) => {
    const { numUpdatedRows } = await leasedRow(trx, delivery)
      .set({ ...end, lease_until: null })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n && end.state === 'failed') logFailure(trx, delivery, 'failed', end.reason, now)
    await useNextAddress(trx, database.engine.skipLocked, delivery, now)
  })
}

export interface Retry {
  next_attempt_at: Instant
  reason: string
  /** Until when the delivery stays leased, because its message may have been sent. */
  lease_until: Instant | null
}

/** Schedules the next attempt, unless the delivery was stopped meanwhile. */
export async function scheduleRetry(database: Database, delivery: Leased, retry: Retry) {
  await leasedRow(database, delivery).set(retry).where('state', '=', 'pending').execute()
}

export interface Postponed {
  until: Instant
  /** Why it waits, for staff: a `HeldReason`, or the provider's words. */
  reason: string
  /** The slot that it has reserved. */
  slotAt?: Instant | null
}

/** Makes a delivery wait from now on. This is no attempt, and the service gives up later by the time that the delivery waits. */
export async function postpone(
  database: Database,
  delivery: Leased,
  { until, reason, slotAt = null }: Postponed,
  now: Instant,
) {
  await leasedRow(database, delivery)
    .set((eb) => ({
      next_attempt_at: until,
      lease_until: null,
      reason,
      slot_at: slotAt,
      attempts: eb('attempts', '-', 1),
      give_up_at: sql<Instant>`give_up_at + ${until - now}`,
    }))
    .where('state', '=', 'pending')
    .execute()
}

export async function changeLink(database: Database, delivery: Leased, link_hash: string) {
  await leasedRow(database, delivery).set({ link_hash }).execute()
}

const leasedRow = (database: Kysely<Schema>, { entity_id, delivery_id, lease_until }: Leased) =>
  database
    .updateTable('deliveries')
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .where('lease_until', '=', lease_until)

/** Returns why a leased delivery is not sent: its address takes no messages, or it was stopped since. Undefined: it is sent. */
export async function reasonToStop(
  database: Database,
  { entity_id, delivery_id }: Leased,
): Promise<string | undefined> {
  const [row] = await selectReasons(database, { entity_id, delivery_id })
  const { state, reason } = row!
  if (row!.opted_out) return 'opted out'
  if (row!.undeliverable) return undeliverable
  return state === 'stopped' ? (reason ?? state) : undefined
}

const selectReasons = preparedStatement(
  (database, { entity_id, delivery_id }: Pick<Leased, 'entity_id' | 'delivery_id'>) =>
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

/** Stops the pending deliveries of a notification.
 *  @param reason the new state of the notification */
export const stopDeliveries = preparedStatement(
  (database, { entityId, id, reason }: NotificationKey & { reason: State }) =>
    database
      .updateTable('deliveries')
      .set({ state: 'stopped', reason })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id)
      .where('state', '=', 'pending')
      // The contact who wrote expects them all the same.
      .where('kind', 'not in', kindsOfEveryState),
)

/** Gives up the pending messages that tell of the visit for the first time: the contact has learned nothing of it. */
export async function failUnsentNotices(trx: Transaction<Schema>, { entityId, id }: NotificationKey, now: Instant) {
  const failed = await trx
    .updateTable('deliveries')
    .set({ state: 'failed', reason: tooLate })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'pending')
    .where('kind', 'in', ['notice', 'moved'])
    .where('fallback_rank', '=', 0)
    .returning(loggedColumns)
    .execute()
  for (const delivery of failed) logFailure(trx, delivery, 'failed', tooLate, now)
}

/** Makes the deliveries that a state of the notification stopped due again. The worker then decides about each by the current
 *  state. */
export const resumeDeliveries = (
  trx: Transaction<Schema>,
  { entityId, id, stoppedBy }: NotificationKey & { stoppedBy: State },
  now: Instant,
) =>
  trx
    .updateTable('deliveries')
    .set({ state: 'pending', reason: null, attempts: 0, next_attempt_at: now })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'stopped')
    .where('reason', '=', stoppedBy)
    .execute()

const columnsOfNotification = [
  'kind',
  'channel',
  'uid',
  'state',
  'removed',
  'fallback_rank',
  'sent_at',
  'attempts',
  'next_attempt_at',
] as const

export type DeliveryOfNotification = Pick<Selectable<Schema['deliveries']>, (typeof columnsOfNotification)[number]>

export const deliveriesOf = preparedStatement((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('deliveries')
    .select(columnsOfNotification)
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)
