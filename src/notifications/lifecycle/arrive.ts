import type { Transaction } from 'kysely'
import { arrivalWindow } from '../../checkin/arrival-window.ts'
import { requireInForce } from '../../checkin/find-checkin.ts'
import type { Schema } from '../../database/schema.ts'
import { stopDeliveries } from '../../delivery/outbox.ts'
import { Problem } from '../../errors.ts'
import { formatInstant, type Instant } from '../../instant.ts'
import type { Notification, NotificationKey } from '../../visits/notification.ts'
import { stateChange } from './change-state.ts'
import { canHappen, events } from './events.ts'
import { type Locked, lockByToken, requireLocked } from './lock.ts'
import { type DeskRecord, recordAtDesk } from './record-at-desk.ts'

export interface Arrival {
  at: Instant
  /** The name of the credential. */
  by: string
  /** Why staff force the arrival. Then neither the window nor the validity of the check-in token counts. */
  reason?: string
}

const change = stateChange('arrive', 'arrived_at', 'arrived_by', 'arrived_reason', 'arrived_from')

/** Records the arrival of the contact who shows the check-in token.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked, already-arrived, too-early, too-late */
export async function arriveByToken(
  trx: Transaction<Schema>,
  entityId: string,
  token: string,
  arrival: Arrival,
): Promise<DeskRecord> {
  const { locked, row } = await lockByToken(trx, entityId, token)
  if (arrival.reason === undefined) requireInForce(row, arrival.at)
  const arrived = await recordArrival(trx, locked, arrival)
  if (!arrived) {
    const { revoked, notification_id } = row
    throw new Problem('checkin-revoked', { reason: revoked ?? 'cancelled', notification_id })
  }
  return arrived
}

/** Records the arrival of a contact without a QR code.
 *  @throws Problem notification-not-found, notification-ended, already-arrived, too-early, too-late */
export async function arrive(trx: Transaction<Schema>, key: NotificationKey, arrival: Arrival): Promise<DeskRecord> {
  const arrived = await recordArrival(trx, await requireLocked(trx, key), arrival)
  if (!arrived) throw new Problem('notification-ended')
  return arrived
}

/** Returns undefined when the state does not allow an arrival.
 *  @throws Problem already-arrived, too-early, too-late */
async function recordArrival(
  trx: Transaction<Schema>,
  { notification, state, arrivedAt }: Locked,
  arrival: Arrival,
): Promise<DeskRecord | undefined> {
  if (state === events.arrive.to) throw new Problem('already-arrived', { arrived_at: formatInstant(arrivedAt!) })
  if (!canHappen('arrive', state)) return undefined
  const { at, ...details } = arrival
  if (details.reason === undefined) await requireWindow(trx, notification, at)

  const key = { entityId: notification.entity_id, id: notification.id }
  const { by, reason = null } = details
  await change(trx, { ...key, arrived_at: at, arrived_by: by, arrived_reason: reason, arrived_from: state })
  await stopDeliveries(trx, { ...key, reason: events.arrive.to })
  return recordAtDesk(trx, notification, { action: 'arrive', ...details }, at)
}

/** @throws Problem too-early, too-late */
async function requireWindow(trx: Transaction<Schema>, notification: Notification, at: Instant) {
  const window = await arrivalWindow(trx, notification)
  if (window && at < window.opens) throw new Problem('too-early', { window_opens_at: formatInstant(window.opens) })
  if (window && at >= window.closes) throw new Problem('too-late', { window_closed_at: formatInstant(window.closes) })
}
