import type { Transaction } from 'kysely'
import { revokeCheckinTokens } from '../../checkin/issued-token.ts'
import type { Schema } from '../../database/schema.ts'
import { type InformedAddress, stopAndListInformed } from '../../delivery/informed-addresses.ts'
import { addDeliveries, type DeliverySettings } from '../../delivery/outbox.ts'
import { latestSequence } from '../../entities/entity.ts'
import type { Instant } from '../../instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { stateChange } from './change-state.ts'
import { events } from './events.ts'

export interface Withdrawn {
  outcome: 'withdrawn' | 'unchanged'
  /** The sequence of the entity's latest action. */
  sequence: number
}

const change = stateChange('withdraw')

/** Tells the addresses of the visit that it does not take place. */
export async function tellOfWithdrawal(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  key: NotificationKey,
  informed: InformedAddress[],
  now: Instant,
) {
  const told = informed.filter(({ isRemoved }) => !isRemoved)
  await addDeliveries(
    trx,
    settings,
    key,
    told.map((address) => ({ ...address, kind: 'withdrawn', at: now })),
  )
}

/** The clinic withdraws the notification. Stops its deliveries, tells the addresses that were told of the visit, and
 *  revokes its check-in token. Later answers change nothing. */
export async function withdraw(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  key: NotificationKey,
  now: Instant,
): Promise<Withdrawn> {
  const isChanged = (await change(trx, key)).length > 0
  if (isChanged) {
    const informed = await stopAndListInformed(trx, key, events.withdraw.to)
    await tellOfWithdrawal(trx, settings, key, informed, now)
    await revokeCheckinTokens(trx, key, 'cancelled', now)
  }
  return { outcome: isChanged ? 'withdrawn' : 'unchanged', sequence: await latestSequence(trx, key.entityId) }
}
