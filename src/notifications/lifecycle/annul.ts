import type { Transaction } from 'kysely'
import { requireUnrevoked } from '../../checkin/find-checkin.ts'
import { endOfVisitDay } from '../../checkin/issued-token.ts'
import type { Schema } from '../../database/schema.ts'
import { findEntity } from '../../entities/entity.ts'
import { Problem } from '../../errors.ts'
import { formatInstant, type Instant } from '../../instant.ts'
import { expectedUntil, timesOfVisit } from '../../plugins/registry.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { stateChange } from './change-state.ts'
import { canHappen } from './events.ts'
import { type Locked, lockByToken, requireLocked } from './lock.ts'
import { type DeskRecord, recordAtDesk } from './record-at-desk.ts'

export interface Annulment {
  reason: string
  /** The name of the credential. */
  by: string
}

const change = stateChange('annul', 'arrived_at', 'arrived_by', 'arrived_reason', 'arrived_from')

/** Reverses the arrival behind a check-in token, also an expired one: history files can contain early expiries. The token of
 *  a forced arrival may be revoked.
 *  @throws Problem checkin-not-found, checkin-revoked, not-arrived, too-late */
export async function annulByToken(
  trx: Transaction<Schema>,
  entityId: string,
  token: string,
  annulment: Annulment,
  now: Instant,
): Promise<DeskRecord> {
  const { locked, row } = await lockByToken(trx, entityId, token)
  if (!locked.isForced) requireUnrevoked(row)
  return recordAnnulment(trx, locked, annulment, now)
}

/** Reverses the arrival: restores the state before it, and records the action `annul`.
 *  @throws Problem notification-not-found, not-arrived, too-late */
export async function annul(
  trx: Transaction<Schema>,
  key: NotificationKey,
  annulment: Annulment,
  now: Instant,
): Promise<DeskRecord> {
  return recordAnnulment(trx, await requireLocked(trx, key), annulment, now)
}

async function recordAnnulment(
  trx: Transaction<Schema>,
  { notification, state, arrivedAt }: Locked,
  annulment: Annulment,
  now: Instant,
): Promise<DeskRecord> {
  const { entity_id: entityId, id } = notification
  if (!canHappen('annul', state)) throw new Problem('not-arrived')
  const times = timesOfVisit(notification)
  const { time_zone } = (await findEntity(trx, entityId))!
  // A forced arrival can be later than the visit.
  const until = endOfVisitDay(Math.max(times ? expectedUntil(times) : 0, arrivedAt!), time_zone)
  if (now >= until) throw new Problem('too-late', { window_closed_at: formatInstant(until) })

  await change(trx, { entityId, id, arrived_at: null, arrived_by: null, arrived_reason: null, arrived_from: null })
  return recordAtDesk(trx, notification, { action: 'annul', ...annulment }, now)
}
