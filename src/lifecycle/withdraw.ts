import type { Transaction } from 'kysely'
import { revokeCheckinTokens } from '../checkin/issued-token.ts'
import type { Schema } from '../database/schema.ts'
import { stopAndListInformed } from '../delivery/informed-addresses.ts'
import { addDeliveries, type Sending } from '../delivery/outbox.ts'
import { latestSequence } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import { stateChange } from './change-state.ts'

export interface Withdrawn {
  outcome: 'withdrawn' | 'unchanged'
  /** The sequence of the entity's latest action. */
  sequence: number
}

const change = stateChange('withdraw')

/** The clinic withdraws the notification. Stops its deliveries, tells the addresses that were told of the visit, and
 *  revokes its check-in token. Later answers change nothing. */
export async function withdraw(
  trx: Transaction<Schema>,
  sending: Sending,
  key: NotificationKey,
  now: Instant,
): Promise<Withdrawn> {
  const isChanged = (await change(trx, key)).length > 0
  if (isChanged) {
    const informed = await stopAndListInformed(trx, key)
    await addDeliveries(
      trx,
      sending,
      key,
      informed.map((address) => ({ ...address, kind: 'withdrawn', at: now })),
    )
    await revokeCheckinTokens(trx, key, 'cancelled', now)
  }
  return { outcome: isChanged ? 'withdrawn' : 'unchanged', sequence: await latestSequence(trx, key.entityId) }
}
