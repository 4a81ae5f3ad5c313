import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type SqlBool, sql, type Transaction } from 'kysely'
import { answerLink, hashAnswerLink } from '../answers/answer-link.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { preparedIn } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import type { Secret } from '../secret.ts'
import type { Address, Channel } from './address.ts'
import type { Kind } from './kind.ts'
import { leaseFor } from './retry.ts'

/** What becomes of a delivery: one attempt-series to get one notification to one uid. */
export const deliveryStates = ['pending', 'sent', 'delivered', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What deliveries are made with. */
export interface Sending {
  secret: Secret
  config: Pick<Config, 'deliverFor'>
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
    give_up_at: at + config.deliverFor,
  }
}

/** A delivery that this process has leased, at its so-many-th attempt. */
export interface Leased {
  entity_id: string
  delivery_id: string
  notification_id: string
  kind: Kind
  channel: Channel
  uid: string
  attempts: number
  /** Why the attempt before failed. */
  reason: string | null
  give_up_at: Instant
  link_hash: string
  lease_until: Instant | null
}

/** Leases up to `count` deliveries that are due on a channel: nobody else takes them before the lease ends. */
export async function leaseDue(database: Database, channel: Channel, count: number, now: Instant): Promise<Leased[]> {
  const due = await database
    .selectFrom('deliveries')
    .select(['entity_id', 'delivery_id'])
    // As a literal, or SQLite does not see that the index holds all of these.
    .where('state', '=', sql.lit('pending'))
    .where('channel', '=', channel)
    .where('next_attempt_at', '<=', now)
    .where(isFree(now))
    .orderBy('next_attempt_at')
    .limit(count)
    .execute()
  if (due.length === 0) return []
  return database.transaction().execute(async (trx) => {
    const leased = due.map(({ entity_id, delivery_id }) =>
      trx
        .updateTable('deliveries')
        .set((eb) => ({ lease_until: now + leaseFor, attempts: eb('attempts', '+', 1) }))
        .where('entity_id', '=', entity_id)
        .where('delivery_id', '=', delivery_id)
        .where('state', '=', 'pending')
        .where(isFree(now))
        .returning(['entity_id', 'delivery_id', 'notification_id', 'kind', 'channel', 'uid'])
        .returning(['attempts', 'reason', 'give_up_at', 'link_hash', 'lease_until'])
        .execute(),
    )
    return (await Promise.all(leased)).flat()
  })
}

const isFree = (now: Instant) => sql<SqlBool>`(lease_until is null or lease_until <= ${now})`

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
export async function stopDeliveries(trx: Transaction<Schema>, entityId: string, notificationId: string) {
  await trx
    .updateTable('deliveries')
    .set({ state: 'stopped' })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', notificationId)
    .where('state', '=', 'pending')
    // It is asked about others, too.
    .where('kind', '!=', 'question')
    .execute()
}

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
  deliveries: (Address & { kind: Kind })[],
  at: Instant,
) {
  const notices = deliveries.filter(({ kind, channel }) => kind === 'notice' && channel === 'email')
  if (notices.length === 0) return
  const to = { entityId, notificationId: id, kind: 'confirmation' as const, at }
  const added = notices.map(({ channel, uid }) => newDelivery(sending, { ...to, channel, uid }))
  await trx.insertInto('deliveries').values(added).execute()
}
