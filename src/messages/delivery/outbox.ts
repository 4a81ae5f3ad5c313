import type { Insertable, Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { MarkedKey } from '../../visits/notification.ts'
import { answerLink, hashAnswerLink } from './answer-link.ts'
import type { HeldReason } from './held.ts'
import type { MessageKind } from './kind.ts'

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
