import type { Transaction } from 'kysely'
import { findEntity } from '../../entities/entity.ts'
import { fallbackDelay } from '../../messages/delivery/fallback.ts'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { addressesWithDelivery, receivingAddresses } from '../../messages/delivery/told-addresses.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { markedKey, type Notification, type NotificationKey } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { instantOfLocalTime, localTimeOf, startingAt } from '../../visits/recorded-time.ts'
import { readSlots } from '../../visits/slots.ts'
import { type State, states } from '../../visits/state.ts'
import { changeStart } from '../lifecycle/change-start.ts'
import { create } from '../lifecycle/create.ts'
import { requireLocked } from '../lifecycle/lock.ts'
import { supersede } from '../lifecycle/supersede.ts'
import { isUnanswered, transitions } from '../lifecycle/transitions.ts'
import { digestOf } from '../submit/digests.ts'
import { lockTasks } from '../submit/in-turn.ts'

/** What the clinic can keep of a visit whose local time newer time-zone rules have changed. */
export const keepable = ['local-time', 'instant'] as const
export type Keepable = (typeof keepable)[number]

/** Keeps the recorded local time of a visit, or its instant. The contact hears only of another local time: as of a move, which asks
 *  for the answer again. Returns the id of the notification that now stands for the visit.
 *  @throws Problem notification-not-found, clock-not-changed */
export async function decideClockChange(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: NotificationKey,
  keep: Keepable,
  now: Instant,
): Promise<string> {
  // A submission of the visit waits, or has come first.
  await lockTasks(trx, key.entityId)
  const { notification, state } = await requireLocked(trx, key)
  const stored = await storedOf(trx, key)
  const { recorded_time: recorded } = stored
  if (recorded === null || !states[state].isReminded) throw new Problem('clock-not-changed')
  const { time_zone } = (await findEntity(trx, key.entityId))!
  const startsAt = keep === 'instant' ? timesOfVisit(notification)!.startsAt : instantOfLocalTime(recorded, time_zone)
  const decided = startingAt(notification, startsAt, time_zone)
  // A local time that the clocks now skip cannot be kept.
  const isOther = localTimeOf(decided.params) !== recorded
  if (isOther && (await isToldAsMove(trx, key, state))) return move(trx, outbox, decided, stored, now)
  await changeStart(trx, decided, now)
  if (isOther && state === transitions.reschedule.to) await remindOfVisit(trx, outbox, decided, now)
  return key.id
}

/** Whether the contact hears of another local time as of a move. A contact whom no message has told gets the first message with the
 *  new time. A request for another time stays. */
const isToldAsMove = async (trx: Transaction<Schema>, key: NotificationKey, state: State) =>
  state !== transitions.reschedule.to && (!isUnanswered(state) || (await receivingAddresses(trx, key)).length > 0)

/** Another notification takes the place of the visit, as when the clinic submits it with another start. */
async function move(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  decided: Notification,
  { latest_submission, version, slots: stored }: Awaited<ReturnType<typeof storedOf>>,
  now: Instant,
): Promise<string> {
  const { entityId, id: earlierId } = markedKey(decided)
  const notification = { ...decided, id: newId() }
  const addresses = await addressesWithDelivery(trx, { entityId, id: earlierId })
  const slots = readSlots(stored)
  const superseded = (await supersede(trx, { entityId, id: earlierId }, notification.id, 'moved', now))!
  const moved = {
    notification,
    addresses,
    slots,
    digest: digestOf(notification, addresses, slots),
    latest_submission: latest_submission!,
    version,
    sendAt: now,
    change: 'moved' as const,
    supersedes: earlierId,
    ...superseded,
  }
  await create(trx, outbox, [moved], await fallbackDelay(trx, entityId), now)
  return notification.id
}

/** Tells a contact who has asked for another time of the new local time of the visit until then. */
async function remindOfVisit(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  notification: Notification,
  now: Instant,
) {
  const key = markedKey(notification)
  const told = await receivingAddresses(trx, key)
  await addDeliveries(
    trx,
    outbox,
    key,
    told.map((address) => ({ ...address, kind: 'reminder', at: now })),
  )
}

const storedOf = (trx: Transaction<Schema>, { entityId, id }: NotificationKey) =>
  trx
    .selectFrom('notifications')
    .select(['recorded_time', 'latest_submission', 'version', 'slots'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirstOrThrow()
