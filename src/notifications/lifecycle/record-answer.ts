import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { actionRow, recordAction } from '../../actions/record.ts'
import type { Schema } from '../../database/schema.ts'
import {
  type DeliveryOfNotification,
  type DeliverySettings,
  deliveriesOf,
  stopDeliveries,
} from '../../delivery/outbox.ts'
import { type Entity, latestSequence } from '../../entities/entity.ts'
import type { Instant } from '../../instant.ts'
import type { AnswerName } from '../../plugins/answer-name.ts'
import type { VisitTimes } from '../../plugins/plugin.ts'
import { expectedUntil, offeredAnswers, timesOfVisit } from '../../plugins/registry.ts'
import { type Notification, type NotificationKey, readNotification } from '../../visits/notification.ts'
import { stateChange } from './change-state.ts'
import { canHappen, events } from './events.ts'
import { lockState, selectContent } from './lock.ts'

/** An answer, and the address that it came from: channel and uid. */
export interface Answer {
  action: AnswerName
  channel: string
  uid: string
  /** With `reschedule`: the contact's text about another time. */
  wish?: string
  /** The name of the credential that answers for the contact. */
  by?: string
}

/** The notification of an answer, as the caller read it at this revision, and its entity. */
export interface AnsweredNotification {
  entity: Entity
  notification: Notification
  revision: number
}

/** The outcome is `unchanged` when the answer repeats the previous one, or the state does not allow the answer. */
export interface Answered {
  outcome: 'recorded' | 'unchanged' | 'too-late' | 'not-offered'
  /** The sequence of the entity's latest action. */
  sequence: number
}

/** Applies an answer. State, deliveries, check-in token and action change in the caller's transaction. */
export type AnswerVerb = (
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  notice: AnsweredNotification,
  answer: Answer,
  now: Instant,
) => Promise<Answered>

const change = (action: AnswerName) => stateChange(action, 'answered_at', 'answered_by', 'wish', 'done_at', 'done_by')
const changes = { confirm: change('confirm'), reschedule: change('reschedule'), cancel: change('cancel') }

/** Returns the time from which the service takes no answer. Staff can still settle an answer that comes too late for the
 *  contact. */
export const closingOfAnswers = (times: VisitTimes, by: string | undefined): Instant =>
  by === undefined ? times.answersCloseAt : expectedUntil(times)

/** Reads what the effects of an answer need, and returns the function that writes them. */
type Effects = (
  key: NotificationKey,
) => Promise<(notification: Notification, deliveries: DeliveryOfNotification[]) => Promise<unknown>>

/** The steps common to all answers. Rejects answers that the plugin does not offer, and late ones. Changes the state and the
 *  wish, stops deliveries, writes the effects, and records the action. On PostgreSQL, the reads take one round trip and the
 *  writes another. The first statement locks the notification, the last ones lock the entity. */
export async function recordAnswer(
  trx: Transaction<Schema>,
  { entity, notification, revision }: AnsweredNotification,
  { action, channel, uid, wish, by }: Answer,
  now: Instant,
  effects: Effects,
): Promise<Answered> {
  const key = { entityId: entity.id, id: notification.id }
  const times = timesOfVisit(notification)
  const withoutEffect = async (outcome: Answered['outcome']) => ({
    outcome,
    sequence: await latestSequence(trx, entity.id),
  })
  if (!offeredAnswers(notification).includes(action)) return withoutEffect('not-offered')
  if (times && closingOfAnswers(times, by) <= now) return withoutEffect('too-late')
  const [[locked], deliveries, writeEffects] = await Promise.all([
    lockState(trx, key),
    deliveriesOf(trx, key),
    effects(key),
  ])
  if (!locked || !canHappen(action, locked.state)) return withoutEffect('unchanged')

  // The clinic may have updated the visit since the caller read it.
  const current = locked.revision === revision ? notification : readNotification((await selectContent(trx, key))[0]!)
  const row = actionRow(randomUUIDv7(), { action, at: now, channel, uid, by }, current)
  const written = { answered_at: now, answered_by: by ?? null, wish: wish ?? null, done_at: null, done_by: null }
  const writes = [
    changes[action](trx, { ...key, ...written }),
    deliveries.some(({ state }) => state === 'pending') && stopDeliveries(trx, { ...key, reason: events[action].to }),
    writeEffects(current, deliveries),
    recordAction(trx, entity.id, row),
  ] as const
  // After a failure, the others must end before the rollback: behind it, they would commit by themselves.
  await Promise.allSettled(writes)
  const [, , , sequence] = await Promise.all(writes)
  return { outcome: 'recorded', sequence }
}
