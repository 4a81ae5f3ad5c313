import type { Transaction } from 'kysely'
import { revokeCheckinTokens } from '../../messages/check-in/issued-token.ts'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { type AddressToldOfVisit, stopAndListTold } from '../../messages/delivery/told-addresses.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { MarkedKey, NotificationKey } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import { stateChange } from './change-state.ts'
import { notDone } from './done.ts'
import { logChange } from './log-change.ts'
import { transitions } from './transitions.ts'

const change = stateChange('withdraw', 'withdrawn_at', 'withdrawn_by', 'done_at', 'done_by')

/** Tells the addresses of the visit that it does not take place. A contact who has cancelled knows. */
export async function tellOfWithdrawal(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: MarkedKey,
  { told, endedFrom }: { told: AddressToldOfVisit[]; endedFrom: State | null },
  now: Instant,
) {
  if (endedFrom === transitions.cancel.to) return
  const remaining = told.filter(({ isRemoved }) => !isRemoved)
  await addDeliveries(
    trx,
    outbox,
    key,
    remaining.map((address) => ({ ...address, kind: 'withdrawn', at: now })),
  )
}

/** The clinic withdraws the notification; `by` is the name of the credential. Stops its deliveries, tells the addresses that were
 *  told of the visit, unless the contact had cancelled, and revokes its check-in token. Later answers change nothing. Returns the
 *  sequence of the entity's latest action. */
export async function withdraw(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: NotificationKey,
  by: string,
  now: Instant,
): Promise<number> {
  const [changed] = await change(trx, { ...key, withdrawn_at: now, withdrawn_by: by, ...notDone })
  if (!changed) return lastSequence(trx, key.entityId)
  logChange(trx, changed, { change: 'withdrawn' }, now)
  const told = await stopAndListTold(trx, key, transitions.withdraw.to)
  const [sequence] = await Promise.all([
    lastSequence(trx, key.entityId),
    tellOfWithdrawal(trx, outbox, { ...key, isTest: changed.test === 1 }, { told, endedFrom: changed.ended_from }, now),
    // The contract's value: it also stands for a withdrawal by the clinic.
    revokeCheckinTokens(trx, { ...key, reason: 'cancelled', now }),
  ])
  return sequence
}
