import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { preparedIn } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import type { Address, ChannelName } from '../notifications/address.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import type { Secret } from '../secret.ts'
import { answerLink, hashAnswerLink } from './answer-link.ts'
import type { Kind } from './kind.ts'
import { leaseMicros } from './retry.ts'

/** What becomes of a delivery: one attempt-series to get one notification to one uid. */
export const deliveryStates = ['pending', 'sent', 'delivered', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What deliveries are made with. */
export interface Sending {
  secret: Secret
  config: Pick<Config, 'deliverForMicros'>
}

interface ToDeliver extends Address {
  entityId: string
  notificationId: string
  kind: Kind
  /** Not sent before. */
  at: Instant
}

/** A delivery as it enters the outbox, with an answer link of its own. */
export function newDelivery(
  { secret, config }: Sending,
  { entityId, notificationId, kind, channel, uid, at }: ToDeliver,
): Insertable<Schema['deliveries']> {
  const delivery_id = randomUUIDv7()
  return {
    entity_id: entityId,
    delivery_id,
    notification_id: notificationId,
    kind,
    channel,
    uid,
    link_hash: hashAnswerLink(answerLink(secret, entityId, delivery_id)),
    state: 'pending',
    next_attempt_at: at,
    give_up_at: at + config.deliverForMicros,
  }
}

/** A delivery that this process has leased, at its so-many-th attempt. */
export interface Leased {
  entity_id: string
  delivery_id: string
  notification_id: string
  kind: Kind
  channel: ChannelName
  uid: string
  attempts: number
  /** Why the attempt before failed. */
  reason: string | null
  give_up_at: Instant
  link_hash: string
  lease_until: Instant | null
}

/** Leases up to `count` deliveries that are due on a channel: nobody else takes them before the lease ends. */
export async function leaseDue(
  database: Database,
  channel: ChannelName,
  count: number,
  now: Instant,
): Promise<Leased[]> {
  const due = await selectDue(database, channel, count, now)
  const leasing = Map.groupBy(due, ({ entity_id }) => entity_id)
    .entries()
    .map(([entityId, ofEntity]) => leaseOf(database, entityId, channel, ofEntity.length, now))
  const outcomes = await Promise.allSettled(leasing)
  const leased = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  // What was leased is sent, or it would wait for its lease to end; that the others cannot be had is told when nothing is.
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed && leased.length === 0) throw failed.reason
  return leased
}

/** The deliveries that are due first, whosever they are, without a lock: the one statement of the outbox that spans entities. */
const selectDue = (database: Database, channel: ChannelName, count: number, now: Instant) =>
  database
    .selectFrom('deliveries')
    .select('entity_id')
    .where(isDue(channel, now))
    .orderBy('next_attempt_at')
    .limit(sql.lit(count))
    .execute()

/** Leases deliveries of one entity, past those that another process is taking at this moment. */
const leaseOf = (database: Database, entityId: string, channel: ChannelName, count: number, now: Instant) =>
  database
    .with('due', (due) =>
      due
        .selectFrom('deliveries')
        .select('deliveries.delivery_id')
        .where('entity_id', '=', entityId)
        .where(isDue(channel, now))
        .orderBy('next_attempt_at')
        .limit(sql.lit(count))
        .modifyEnd(database.engine.skipLocked),
    )
    .updateTable('deliveries')
    .from('due')
    .set((eb) => ({ lease_until: now + leaseMicros, attempts: eb('deliveries.attempts', '+', 1) }))
    .where('deliveries.entity_id', '=', entityId)
    .whereRef('deliveries.delivery_id', '=', 'due.delivery_id')
    .returning(['deliveries.entity_id', 'deliveries.delivery_id', 'deliveries.notification_id', 'deliveries.kind'])
    .returning(['deliveries.channel', 'deliveries.uid', 'deliveries.attempts', 'deliveries.reason'])
    .returning(['deliveries.give_up_at', 'deliveries.link_hash', 'deliveries.lease_until'])
    .execute()

// The state is a literal, so that SQLite uses the partial index. A lease that ends much later than any
// lease can was taken while a clock was wrong. Clocks of several machines may differ by the duration of a lease.
const isDue = (channel: ChannelName, now: Instant) =>
  sql<SqlBool>`state = 'pending' and channel = ${channel} and next_attempt_at <= ${now}
    and (lease_until is null or lease_until <= ${now} or lease_until > ${now + 2 * leaseMicros})`

/** Notes how a delivery ended, unless its lease has passed to somebody else. */
export async function settle(
  database: Database,
  delivery: Leased,
  end:
    | { state: 'sent'; sent_at: Instant; provider_id: string | null; reason: null }
    | { state: 'failed' | 'stopped'; reason: string },
) {
  await leasedRow(database, delivery)
    .set({ ...end, lease_until: null })
    .execute()
}

/** Leaves a delivery to a later attempt, unless it was stopped meanwhile. */
export async function retryAt(database: Database, delivery: Leased, next_attempt_at: Instant, reason: string) {
  await leasedRow(database, delivery)
    .set({ next_attempt_at, reason, lease_until: null })
    .where('state', '=', 'pending')
    .execute()
}

export async function changeLink(database: Database, delivery: Leased, link_hash: string) {
  await leasedRow(database, delivery).set({ link_hash }).execute()
}

const leasedRow = (database: Database, { entity_id, delivery_id, lease_until }: Leased) =>
  database
    .updateTable('deliveries')
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .where('lease_until', '=', lease_until)

/** Nothing more of this notification goes out. */
export async function stopDeliveries(trx: Transaction<Schema>, { entityId, id }: NotificationKey) {
  await trx
    .updateTable('deliveries')
    .set({ state: 'stopped' })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'pending')
    // It is asked about others, too.
    .where('kind', '!=', 'question')
    .execute()
}

export type DeliveryOfNotification = Pick<Selectable<Schema['deliveries']>, 'kind' | 'channel' | 'uid' | 'state'>

/** What goes to whom of a notification, and how it stands. */
export const deliveriesOf = preparedIn((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('deliveries')
    .select(['kind', 'channel', 'uid', 'state'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)

/** Sends the QR code to each e-mail address that the notice went to. */
export async function addConfirmations(
  trx: Transaction<Schema>,
  sending: Sending,
  { entityId, id }: NotificationKey,
  deliveries: DeliveryOfNotification[],
  at: Instant,
) {
  const notices = deliveries.filter(({ kind, channel }) => kind === 'notice' && channel === 'email')
  if (notices.length === 0) return
  const to = { entityId, notificationId: id, kind: 'confirmation' as const, at }
  const added = notices.map(({ channel, uid }) => newDelivery(sending, { ...to, channel, uid }))
  await trx.insertInto('deliveries').values(added).execute()
}
