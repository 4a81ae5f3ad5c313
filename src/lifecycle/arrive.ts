import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { actionRow, recordAction } from '../actions/record.ts'
import { arrivalWindow } from '../checkin/arrival-window.ts'
import { findToken, requireInForce } from '../checkin/find-checkin.ts'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { stateChange } from './change-state.ts'
import { lockNotification } from './lock.ts'

export interface Arrived {
  outcome: 'arrived'
  /** The action record, as JSON. */
  record: string
  sequence: number
}

const change = stateChange('arrive', 'arrived_at', 'arrived_by', 'arrived_from')

/** Records the action `arrive`: the contact who shows the check-in token is at the desk.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked, already-arrived, too-early, too-late */
export async function arrive(
  trx: Transaction<Schema>,
  entityId: string,
  token: string,
  now: Instant,
): Promise<Arrived> {
  const { notification_id: id } = requireInForce(await findToken(trx, entityId, token), now)
  const { notification, state, arrivedAt } = (await lockNotification(trx, entityId, id))!
  // Check again: another transaction may have revoked the token before this one acquired the lock.
  requireInForce(await findToken(trx, entityId, token), now)
  if (arrivedAt !== null) throw new Problem('already-arrived', { arrived_at: formatInstant(arrivedAt) })
  const window = await arrivalWindow(trx, notification)
  if (window && now < window.opens) throw new Problem('too-early', { window_opens_at: formatInstant(window.opens) })
  if (window && now >= window.closes) throw new Problem('too-late', { window_closed_at: formatInstant(window.closes) })

  const changed = await change(trx, { entityId, id, arrived_at: now, arrived_by: null, arrived_from: state })
  if (changed.length === 0) throw new Problem('checkin-revoked', { reason: 'cancelled' })
  // At the desk, the uid of a contact is its key in the clinic's own system.
  const desk = { channel: 'desk', uid: notification.contact.external_id }
  const row = actionRow(randomUUIDv7(), { action: 'arrive', at: now, ...desk }, notification)
  return { outcome: 'arrived', record: row.record, sequence: await recordAction(trx, entityId, row) }
}
