import type { Transaction } from 'kysely'
import { arrivalWindow } from '../checkin/arrival-window.ts'
import { requireInForce } from '../checkin/find-checkin.ts'
import type { Schema } from '../database/schema.ts'
import { stopDeliveries } from '../delivery/outbox.ts'
import { Problem } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import { stateChange } from './change-state.ts'
import { canHappen, events } from './events.ts'
import { type Locked, lockByToken, requireLocked } from './lock.ts'
import { type DeskRecord, recordAtDesk } from './record-at-desk.ts'

const change = stateChange('arrive', 'arrived_at', 'arrived_by', 'arrived_from')

/** Records the arrival at the instant `at` of the contact who shows the check-in token. `by` is the name of the credential.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked, already-arrived, too-early, too-late */
export async function arriveByToken(
  trx: Transaction<Schema>,
  entityId: string,
  token: string,
  by: string,
  at: Instant,
): Promise<DeskRecord> {
  const locked = await lockByToken(trx, entityId, token, (row) => requireInForce(row, at))
  const arrived = await recordArrival(trx, locked, by, at)
  if (!arrived) throw new Problem('checkin-revoked', { reason: 'cancelled' })
  return arrived
}

/** Records the arrival at the instant `at` of a contact without a QR code. `by` is the name of the credential.
 *  @throws Problem notification-not-found, notification-ended, already-arrived, too-early, too-late */
export async function arrive(
  trx: Transaction<Schema>,
  key: NotificationKey,
  by: string,
  at: Instant,
): Promise<DeskRecord> {
  const arrived = await recordArrival(trx, await requireLocked(trx, key), by, at)
  if (!arrived) throw new Problem('notification-ended')
  return arrived
}

/** Returns undefined when the state does not allow an arrival.
 *  @throws Problem already-arrived, too-early, too-late */
async function recordArrival(
  trx: Transaction<Schema>,
  { notification, state, arrivedAt }: Locked,
  by: string,
  at: Instant,
): Promise<DeskRecord | undefined> {
  if (state === events.arrive.to) throw new Problem('already-arrived', { arrived_at: formatInstant(arrivedAt!) })
  if (!canHappen('arrive', state)) return undefined
  const window = await arrivalWindow(trx, notification)
  if (window && at < window.opens) throw new Problem('too-early', { window_opens_at: formatInstant(window.opens) })
  if (window && at >= window.closes) throw new Problem('too-late', { window_closed_at: formatInstant(window.closes) })

  const key = { entityId: notification.entity_id, id: notification.id }
  await change(trx, { ...key, arrived_at: at, arrived_by: by, arrived_from: state })
  await stopDeliveries(trx, key)
  return recordAtDesk(trx, notification, { action: 'arrive', by }, at)
}
