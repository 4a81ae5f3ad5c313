import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { actionRow, recordAction } from '../actions/record.ts'
import type { Schema } from '../database/schema.ts'
import { type DeliveryOfNotification, deliveriesOf, type Sending, stopDeliveries } from '../delivery/outbox.ts'
import { type Entity, latestSequence } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import type { AnswerName } from '../notifications/answer-name.ts'
import type { Notification, NotificationKey } from '../notifications/notification.ts'
import { startOfVisit } from '../plugins/registry.ts'

/** An answer, and the address that it came from. */
export interface Answer {
  action: AnswerName
  channel: string
  uid: string
  /** With `reschedule`: what the contact says about another time. */
  wish?: string
}

/** What an answer is about. */
export interface Subject {
  entity: Entity
  notification: Notification
}

/** `unchanged` when the same answer was given before, or the state does not allow it. */
export interface Answered {
  outcome: 'recorded' | 'unchanged' | 'too-late'
  /** Of the entity's latest action. */
  sequence: number
}

/** A verb by which a contact answers. State, deliveries, check-in token and action change together, or not at all. */
export type AnswerVerb = (
  trx: Transaction<Schema>,
  sending: Sending,
  subject: Subject,
  answer: Answer,
  now: Instant,
) => Promise<Answered>

interface Effects {
  /** Changes the state; false when the answer does not happen in the state that it finds. */
  change(key: NotificationKey): Promise<boolean>
  /** Follows a change. */
  after(key: NotificationKey, startsAt: Instant | undefined, deliveries: DeliveryOfNotification[]): Promise<unknown>
}

/** The part that all answers share: an answer comes before the visit, stops the deliveries that wait, and is recorded. */
export async function recordAnswer(
  trx: Transaction<Schema>,
  { entity, notification }: Subject,
  { action, channel, uid }: Answer,
  now: Instant,
  { change, after }: Effects,
): Promise<Answered> {
  const key = { entityId: entity.id, id: notification.id }
  const startsAt = startOfVisit(notification)
  const nothing = async (outcome: Answered['outcome']) => ({ outcome, sequence: await latestSequence(trx, entity.id) })
  if (startsAt !== undefined && startsAt <= now) return nothing('too-late')
  if (!(await change(key))) return nothing('unchanged')

  const deliveries = await deliveriesOf(trx, key)
  if (deliveries.some(({ state }) => state === 'pending')) await stopDeliveries(trx, key)
  await after(key, startsAt, deliveries)
  const row = actionRow(randomUUIDv7(), { action, at: now, channel, uid }, notification)
  return { outcome: 'recorded', sequence: await recordAction(trx, entity.id, row) }
}
