import type { Transaction } from 'kysely'
import { arrivalWindow } from '../../messages/check-in/arrival-window.ts'
import { requireInForce, type TokenState, type VisitReference } from '../../messages/check-in/find-checkin.ts'
import { stopDeliveries } from '../../messages/delivery/stop-deliveries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import type { Notification } from '../../visits/notification.ts'
import { stateChange } from './change-state.ts'
import { lockVisit } from './lock.ts'
import { type DeskRecord, recordAtDesk } from './record-at-desk.ts'
import { canHappen, transitions } from './transitions.ts'

export interface Arrival {
  at: Instant
  /** The name of the credential. */
  by: string
  /** Why staff force the arrival. Then neither the window nor the validity of the check-in token counts. */
  reason?: string
}

const change = stateChange('arrive', 'arrived_at', 'arrived_by', 'arrived_reason', 'arrived_from')

/** Records the arrival of the contact.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked, notification-not-found, notification-ended,
 *  already-arrived, too-early, too-late */
export async function arrive(
  trx: Transaction<Schema>,
  entityId: string,
  visit: VisitReference,
  arrival: Arrival,
): Promise<DeskRecord> {
  const { locked, token } = await lockVisit(trx, entityId, visit)
  const { notification, state, arrivedAt } = locked
  if (token && arrival.reason === undefined) requireInForce(token, arrival.at)
  if (state === transitions.arrive.to) throw new Problem('already-arrived', { arrived_at: formatInstant(arrivedAt!) })
  if (!canHappen('arrive', state)) throw token ? problemOfEndedVisit(token) : new Problem('notification-ended')
  const { at, ...details } = arrival
  if (details.reason === undefined) await requireWindow(trx, notification, at)

  const key = { entityId: notification.entity_id, id: notification.id }
  const { by, reason = null } = details
  await change(trx, { ...key, arrived_at: at, arrived_by: by, arrived_reason: reason, arrived_from: state })
  await stopDeliveries(trx, { ...key, reason: transitions.arrive.to })
  return recordAtDesk(trx, notification, { action: 'arrive', ...details }, at)
}

/** Explains why the visit of a check-in token does not accept an arrival. A history file may have superseded the visit without
 *  revoking its token. */
const problemOfEndedVisit = ({ revoked, notification_id }: TokenState) =>
  new Problem('checkin-revoked', { reason: revoked ?? 'cancelled', notification_id })

/** @throws Problem too-early, too-late */
async function requireWindow(trx: Transaction<Schema>, notification: Notification, at: Instant) {
  const window = await arrivalWindow(trx, notification)
  if (window && at < window.opens) throw new Problem('too-early', { window_opens_at: formatInstant(window.opens) })
  if (window && at >= window.closes) throw new Problem('too-late', { window_closed_at: formatInstant(window.closes) })
}
