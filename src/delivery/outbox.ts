import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { type Address, addressKey, comparedUid } from '../channels/address.ts'
import { type ChannelName, findChannel } from '../channels/registry.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { preparedIn } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import type { Secret } from '../secret.ts'
import type { NotificationKey } from '../visits/notification.ts'
import type { State } from '../visits/state.ts'
import { answerLink, hashAnswerLink } from './answer-link.ts'
import type { MessageKind } from './kind.ts'
import { leaseMicros } from './retry.ts'

/** The states of a delivery: the series of attempts to get one notification to one uid. */
export const deliveryStates = ['pending', 'sent', 'delivered', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface DeliverySettings {
  secret: Secret
  config: Pick<Config, 'deliverForMicros'>
}

interface ToDeliver extends Address {
  entityId: string
  notificationId: string
  kind: MessageKind
  /** The earliest time of the first attempt. */
  at: Instant
  /** The notification of the same visit that this address was told of before. */
  toldOf?: string | null
}

/** Returns a pending delivery's row, with its own answer link. */
export function newDelivery(
  { secret, config }: DeliverySettings,
  { entityId, notificationId, kind, channel, uid, at, toldOf = null }: ToDeliver,
): Insertable<Schema['deliveries']> {
  const delivery_id = randomUUIDv7()
  const compared = comparedUid({ channel, uid })
  return {
    entity_id: entityId,
    delivery_id,
    notification_id: notificationId,
    kind,
    channel,
    uid,
    mailbox: compared === uid ? null : compared,
    link_hash: hashAnswerLink(answerLink(secret, entityId, delivery_id)),
    state: 'pending',
    next_attempt_at: at,
    give_up_at: at + config.deliverForMicros,
    told_of: toldOf,
  }
}

/** Adds deliveries of a notification. */
export async function addDeliveries(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  { entityId, id }: NotificationKey,
  added: Omit<ToDeliver, 'entityId' | 'notificationId'>[],
) {
  if (added.length === 0) return
  const rows = added.map((one) => newDelivery(settings, { entityId, notificationId: id, ...one }))
  await trx.insertInto('deliveries').values(rows).execute()
}

/** A delivery that this process has leased. */
export interface Leased {
  entity_id: string
  delivery_id: string
  notification_id: string
  kind: MessageKind
  channel: ChannelName
  uid: string
  attempts: number
  /** The failure of the previous attempt. */
  reason: string | null
  give_up_at: Instant
  link_hash: string
  told_of: string | null
  lease_until: Instant | null
}

/** Leases deliveries that are still due. No other process leases them before their lease ends. */
export async function lease(database: Database, { channel, due, now }: Leasing): Promise<Leased[]> {
  const leasing = Map.groupBy(due, ({ entity_id }) => entity_id)
    .entries()
    .map(([entityId, ofEntity]) => leaseOf(database, entityId, { channel, due: ofEntity, now }))
  const outcomes = await Promise.allSettled(leasing)
  const leased = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  // Send the leased deliveries despite the error: otherwise they would wait until their lease ends.
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed && leased.length === 0) throw failed.reason
  return leased
}

interface Leasing {
  channel: ChannelName
  due: { entity_id: string; delivery_id: string }[]
  now: Instant
}

/** Leases deliveries of one entity, and skips rows that another process has locked. */
const leaseOf = (database: Database, entityId: string, { channel, due, now }: Leasing) =>
  database
    .with('due', (rows) =>
      rows
        .selectFrom('deliveries')
        .select('deliveries.delivery_id')
        .where('entity_id', '=', entityId)
        .where(
          'delivery_id',
          'in',
          due.map(({ delivery_id }) => delivery_id),
        )
        .where(isDue(channel, now))
        .modifyEnd(database.engine.skipLocked),
    )
    .updateTable('deliveries')
    .from('due')
    .set((eb) => ({ lease_until: now + leaseMicros, attempts: eb('deliveries.attempts', '+', 1) }))
    .where('deliveries.entity_id', '=', entityId)
    .whereRef('deliveries.delivery_id', '=', 'due.delivery_id')
    .returning(['deliveries.entity_id', 'deliveries.delivery_id', 'deliveries.notification_id', 'deliveries.kind'])
    .returning(['deliveries.channel', 'deliveries.uid', 'deliveries.attempts', 'deliveries.reason'])
    .returning(['deliveries.give_up_at', 'deliveries.link_hash', 'deliveries.told_of', 'deliveries.lease_until'])
    .execute()

// The state is a literal, so that SQLite uses the partial index. A lease that ends more than two lease durations ahead
// is invalid: it was taken with a wrong clock. Machines' clocks may differ by one lease duration.
export const isDue = (channel: ChannelName, now: Instant) =>
  sql<SqlBool>`state = 'pending' and channel = ${channel} and next_attempt_at <= ${now}
    and (lease_until is null or lease_until <= ${now} or lease_until > ${now + 2 * leaseMicros})`

/** Records the outcome of a delivery, unless another process has leased it since. */
export async function settle(
  database: Database,
  delivery: Leased,
  end:
    | { state: 'sent'; sent_at: Instant; provider_id: string | null }
    | { state: 'failed' | 'stopped'; reason: string },
) {
  await leasedRow(database, delivery)
    .set({ reason: null, ...end, lease_until: null })
    .execute()
}

/** Schedules the next attempt, unless the delivery was stopped meanwhile. */
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

/** Returns why a leased delivery was stopped since. Undefined: it was not. */
export async function reasonToStop(
  database: Database,
  { entity_id, delivery_id }: Leased,
): Promise<string | undefined> {
  const { state, reason } = await database
    .selectFrom('deliveries')
    .select(['state', 'reason'])
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirstOrThrow()
  return state === 'stopped' ? (reason ?? state) : undefined
}

/** Stops the pending deliveries of a notification.
 *  @param reason the new state of the notification */
export const stopDeliveries = preparedIn((database, { entityId, id, reason }: NotificationKey & { reason: State }) =>
  database
    .updateTable('deliveries')
    .set({ state: 'stopped', reason })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', 'pending')
    // A question concerns other notifications, too.
    .where('kind', '!=', 'question'),
)

export type DeliveryOfNotification = Pick<
  Selectable<Schema['deliveries']>,
  'kind' | 'channel' | 'uid' | 'state' | 'removed'
>

/** Selects the deliveries of a notification. */
export const deliveriesOf = preparedIn((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('deliveries')
    .select(['kind', 'channel', 'uid', 'state', 'removed'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)

/** Adds a delivery of the QR code for each address with pictures that the notice or an earlier QR code went to, unless the clinic
 *  has removed the address. */
export async function addConfirmations(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  key: NotificationKey,
  deliveries: DeliveryOfNotification[],
  at: Instant,
) {
  const shown = deliveries.filter(({ channel, removed }) => removed === 0 && findChannel(channel).carriesPictures)
  const distinct = new Map(shown.map(({ channel, uid }) => [addressKey({ channel, uid }), { channel, uid }]))
  const added = [...distinct.values()].map((address) => ({ kind: 'confirmation' as const, ...address, at }))
  await addDeliveries(trx, settings, key, added)
}
