import type { Transaction } from 'kysely'
import { resumeDeliveries } from '../../messages/delivery/stop-deliveries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { stateChange } from './change-state.ts'
import { logChange } from './log-change.ts'
import { transitions } from './transitions.ts'

const change = stateChange('undoMiss')

/** The visit is still to come: restores the state before `miss`, and the messages that it stopped. */
export async function undoMiss(trx: Transaction<Schema>, key: NotificationKey, now: Instant) {
  const [changed] = await change(trx, key)
  if (!changed) return
  logChange(trx, changed, { change: 'no-show-undone' }, now)
  await resumeDeliveries(trx, { ...key, stoppedBy: transitions.miss.to }, now)
}
