import type { Transaction } from 'kysely'
import type { Entity } from '../../entities/entity.ts'
import { actionRow, recordAction } from '../../log/events/record-action.ts'
import {
  endOfDay,
  issueCheckinToken,
  type RevocationReason,
  revokeCheckinTokens,
  tokensOf,
} from '../../messages/check-in/issued-token.ts'
import { addConfirmations } from '../../messages/delivery/confirmations.ts'
import { type DeliveryOfNotification, deliveriesOf } from '../../messages/delivery/deliveries-of-notification.ts'
import type { OutboxContext } from '../../messages/delivery/outbox.ts'
import { stopDeliveries } from '../../messages/delivery/stop-deliveries.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { type MarkedKey, markedKey, type Notification, type NotificationKey } from '../../visits/notification.ts'
import type { AnswerName, VisitTimes } from '../../visits/plugins/plugin.ts'
import { askAgainUntil, expectedUntil, offeredAnswers, timesOfVisit } from '../../visits/plugins/registry.ts'
import { slotsAhead } from '../../visits/slots.ts'
import { type State, states } from '../../visits/state.ts'
import { stateChange } from './change-state.ts'
import { notDone } from './done.ts'
import { type LockedNotification, lockNotification } from './lock.ts'
import { logChange, loggedColumns } from './log-change.ts'
import { canHappen, transitions } from './transitions.ts'

/** In UTF-16 code units, like `maxlength` in HTML. */
export const maxWishLength = 500

/** An answer, and the address that it came from: channel and uid. */
export interface Answer {
  action: AnswerName
  channel: string
  uid: string
  /** With `reschedule`: the contact's text about another time. */
  wish?: string | undefined
  /** With `reschedule`: the offered time that the contact takes; null: none of them. */
  slot?: Instant | null | undefined
  /** The name of the credential that answers for the contact. */
  by?: string
}

/** The notification of an answer, as the caller read it, and its entity. */
export interface AnsweredNotification {
  entity: Entity
  notification: Notification
}

/** The outcome is `unchanged` when the answer repeats the previous one, or the state does not allow the answer, and `slot-gone`
 *  when the clinic no longer offers the time that the contact takes. */
export interface AnswerResult {
  outcome: 'recorded' | 'unchanged' | 'too-late' | 'slot-gone' | 'not-offered'
  /** The sequence of the entity's latest action. */
  sequence: number
}

/** Returns the time from which the service accepts no answer. Staff can still settle an answer that comes too late for the
 *  contact. */
export function closingOfAnswers(times: VisitTimes, state: State, by: string | undefined): Instant {
  if (states[state].isMissed) return askAgainUntil(times)
  return by === undefined ? times.answersCloseAt : expectedUntil(times)
}

interface Context {
  trx: Transaction<Schema>
  outbox: OutboxContext
  entity: Entity
  key: MarkedKey
  now: Instant
}

type WriteEffects = (notification: Notification, deliveries: DeliveryOfNotification[]) => Promise<unknown>

/** Why an answer revokes the check-in token; null if it issues one. */
const revocations = { confirm: null, reschedule: 'another-time', cancel: 'cancelled' } as const satisfies Record<
  AnswerName,
  RevocationReason | null
>

/** Returns when the check-in token of a visit expires; null without a known time. */
function expiryOf(notification: Notification, { time_zone }: Entity): Instant | null {
  const times = timesOfVisit(notification)
  return times === undefined ? null : endOfDay(expectedUntil(times), time_zone)
}

const revoking =
  (reason: RevocationReason) =>
  async ({ trx, key, now }: Context): Promise<WriteEffects> =>
  () =>
    revokeCheckinTokens(trx, { ...key, reason, now })

/** Reads what the effects of each answer need, and returns the function that writes them. A confirmation issues the check-in
 *  token, and sends its QR code to the addresses of the notice that show pictures. The other answers revoke the token. */
const effects: Record<AnswerName, (context: Context) => Promise<WriteEffects>> = {
  async confirm({ trx, outbox, entity, key, now }) {
    const earlier = await tokensOf(trx, key)
    return async (notification, deliveries) => {
      await issueCheckinToken(trx, outbox.secret, notification, earlier.length, expiryOf(notification, entity))
      await addConfirmations(trx, outbox, key, deliveries, now)
    }
  },
  reschedule: revoking(revocations.reschedule),
  cancel: revoking(revocations.cancel),
}

/** The columns that an answer sets, besides the state. */
const answeredColumns = ['answered_at', 'answered_by', 'wish', 'slot', 'done_at', 'done_by'] as const

const change = (action: AnswerName) => stateChange(action, ...answeredColumns)
const changes = { confirm: change('confirm'), reschedule: change('reschedule'), cancel: change('cancel') }

/** Applies an answer in the caller's transaction. Rejects answers that the plugin does not offer, and late ones. Changes the
 *  state and the wish, stops deliveries, writes the effects, and records the action. On PostgreSQL, the reads take one round
 *  trip and the writes another. The first statement locks the notification, the last ones lock the entity. */
export async function answer(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  { entity, notification }: AnsweredNotification,
  { action, channel, uid, wish, slot, by }: Answer,
  now: Instant,
): Promise<AnswerResult> {
  const key = markedKey(notification)
  const times = timesOfVisit(notification)
  const withoutEffect = async (outcome: AnswerResult['outcome']) => ({
    outcome,
    sequence: await lastSequence(trx, entity.id),
  })
  if (!offeredAnswers(notification).includes(action)) return withoutEffect('not-offered')
  const [locked, deliveries, writeEffects] = await Promise.all([
    lockNotification(trx, key),
    deliveriesOf(trx, key),
    effects[action]({ trx, outbox, entity, key, now }),
  ])
  if (locked && times && closingOfAnswers(times, locked.state, by) <= now) return withoutEffect('too-late')
  if (locked && slot != null && !slotsAhead(locked, now).includes(slot)) return withoutEffect('slot-gone')
  if (!locked || !canHappen(action, locked.state)) {
    if (action === 'reschedule' && locked) await replaceWish(trx, key, locked, { wish, slot }, now)
    return withoutEffect('unchanged')
  }

  // The clinic may have updated the visit since the caller read it.
  const { notification: current } = locked
  const row = actionRow(newId(), { action, at: now, channel, uid, by }, current)
  const writes = [
    changes[action](trx, {
      ...key,
      answered_at: now,
      answered_by: by ?? null,
      wish: wish ?? null,
      slot: slot ?? null,
      ...notDone,
    }),
    deliveries.some(({ state }) => state === 'pending') &&
      stopDeliveries(trx, { ...key, reason: transitions[action].to }),
    writeEffects(current, deliveries),
    recordAction(trx, entity.id, row, detailsOf({ wish, slot })),
  ] as const
  // After a failure, the others must end before the rollback: behind it, they would commit by themselves.
  await Promise.allSettled(writes)
  const [, , , sequence] = await Promise.all(writes)
  return { outcome: 'recorded', sequence }
}

/** The contact's request for another time, as events have it. */
const detailsOf = ({ wish, slot }: GivenWish) => ({
  ...(wish != null && { wish }),
  ...(slot != null && { slot: formatInstant(slot) }),
})

type StoredWish = Pick<LockedNotification, 'wish' | 'slot'>
type GivenWish = { [Name in keyof StoredWish]?: StoredWish[Name] | undefined }

/** A later wish replaces the earlier one, and the time that the contact took before. The request is not done, even if staff dealt
 *  with an earlier one. */
async function replaceWish(
  trx: Transaction<Schema>,
  key: NotificationKey,
  earlier: StoredWish,
  { wish = earlier.wish, slot = wish === earlier.wish ? earlier.slot : null }: GivenWish,
  now: Instant,
) {
  const [changed] = await setWish(trx, { ...key, wish, slot })
  const isOther = wish !== earlier.wish || slot !== earlier.slot
  if (changed && isOther) logChange(trx, changed, { change: 'wish', ...detailsOf({ wish, slot }) }, now)
}

const setWish = preparedStatement((database, { entityId, id, wish, slot }: NotificationKey & StoredWish) =>
  database
    .updateTable('notifications')
    .set({ wish, slot, ...notDone })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', transitions.reschedule.to)
    .returning(loggedColumns),
)
