import type { Transaction } from 'kysely'
import { revokeCheckinTokens } from '../../messages/check-in/issued-token.ts'
import { type AddressToldOfVisit, stopAndListTold } from '../../messages/delivery/told-addresses.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import { stateChange } from './change-state.ts'
import { notDone } from './done.ts'
import { logChange } from './log-change.ts'
import { transitions } from './transitions.ts'

export interface SupersededVisit {
  /** The addresses that were told of the visit. */
  told: AddressToldOfVisit[]
  revision: number
  /** The state before. */
  endedFrom: State | null
}

const change = stateChange('supersede', 'superseded_by', 'done_at', 'done_by')

/** The notification `newId` stands for the visit from now on. Stops the deliveries and revokes the check-in
 *  token. Returns undefined when the state does not allow it. */
export async function supersede(
  trx: Transaction<Schema>,
  key: NotificationKey,
  newId: string,
  reason: 'moved' | 'superseded',
  now: Instant,
): Promise<SupersededVisit | undefined> {
  const [changed] = await change(trx, { ...key, superseded_by: newId, ...notDone })
  if (!changed) return undefined
  const told = await stopAndListTold(trx, key, transitions.supersede.to)
  await revokeCheckinTokens(trx, { ...key, reason, now })
  // The log has a move once, with the new notification.
  if (reason === 'superseded') logChange(trx, changed, { change: 'superseded', superseded_by: newId }, now)
  return { told, revision: changed.revision, endedFrom: changed.ended_from }
}
