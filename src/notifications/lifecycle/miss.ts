import type { Transaction } from 'kysely'
import { addressKey } from '../../channels/address.ts'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { entitySettings } from '../../messages/delivery/settings.ts'
import { failUnsentNotices, stopDeliveries } from '../../messages/delivery/stop-deliveries.ts'
import { addressesOfKind, receivingAddresses } from '../../messages/delivery/told-addresses.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { markedKey, type Notification } from '../../visits/notification.ts'
import { offeredAnswers } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import { stateChange } from './change-state.ts'
import { logChange } from './log-change.ts'
import { transitions } from './transitions.ts'

const change = stateChange('miss', 'missed_from')

/** The contact neither came nor said so: the state becomes `no-show`. An arrival that staff mark later reverses it. If the entity
 *  wants it, the contact gets a message that offers another time. */
export async function miss(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  { notification, state }: { notification: Notification; state: State },
  now: Instant,
) {
  const key = markedKey(notification)
  const [changed] = await change(trx, { ...key, missed_from: state })
  if (!changed) return
  logChange(trx, changed, { change: 'no-show' }, now)
  await failUnsentNotices(trx, key, now)
  await stopDeliveries(trx, { ...key, reason: transitions.miss.to })
  if (!offeredAnswers(notification).includes('reschedule')) return
  const { no_show_message: offersAnotherTime = false } = await entitySettings(trx, key.entityId)
  if (!offersAnotherTime) return
  // The clock may have been wrong before.
  const told = new Set((await addressesOfKind(trx, key, 'no-show')).map(addressKey))
  const addresses = (await receivingAddresses(trx, key)).filter((one) => !told.has(addressKey(one)))
  await addDeliveries(
    trx,
    outbox,
    key,
    addresses.map((address) => ({ ...address, kind: 'no-show', at: now })),
  )
}
