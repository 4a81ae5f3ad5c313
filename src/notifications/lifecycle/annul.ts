import type { Transaction } from 'kysely'
import { findEntity } from '../../entities/entity.ts'
import { requireUnrevoked, type VisitReference } from '../../messages/check-in/find-checkin.ts'
import { endOfDay } from '../../messages/check-in/issued-token.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { expectedUntil, timesOfVisit } from '../../visits/plugins/registry.ts'
import { stateChange } from './change-state.ts'
import { lockVisit } from './lock.ts'
import { type DeskRecord, recordAtDesk } from './record-at-desk.ts'
import { canHappen } from './transitions.ts'

export interface Annulment {
  reason: string
  /** The name of the credential. */
  by: string
}

const change = stateChange('annul', 'arrived_at', 'arrived_by', 'arrived_reason', 'arrived_from')

/** Reverses the arrival: restores the state before it, and records the action `annul`. An expired check-in token is
 *  sufficient, because history files can contain early expiries. The token of a forced arrival may be revoked.
 *  @throws Problem checkin-not-found, checkin-revoked, notification-not-found, not-arrived, too-late */
export async function annul(
  trx: Transaction<Schema>,
  entityId: string,
  visit: VisitReference,
  annulment: Annulment,
  now: Instant,
): Promise<DeskRecord> {
  const { locked, token } = await lockVisit(trx, entityId, visit)
  const { notification, state, arrivedAt, isForced } = locked
  if (token && !isForced) requireUnrevoked(token)
  if (!canHappen('annul', state)) throw new Problem('not-arrived')
  const times = timesOfVisit(notification)
  const { time_zone } = (await findEntity(trx, entityId))!
  // A forced arrival can be later than the visit.
  const until = endOfDay(Math.max(times ? expectedUntil(times) : 0, arrivedAt!), time_zone)
  if (now >= until) throw new Problem('too-late', { window_closed_at: formatInstant(until) })

  await change(trx, {
    entityId,
    id: notification.id,
    arrived_at: null,
    arrived_by: null,
    arrived_reason: null,
    arrived_from: null,
  })
  return recordAtDesk(trx, notification, { action: 'annul', ...annulment }, now)
}
