import type { Transaction } from 'kysely'
import { revokeCheckinTokens } from '../checkin/issued-token.ts'
import type { Schema } from '../database/schema.ts'
import { stopDeliveries } from '../delivery/outbox.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import type { Instant } from '../instant.ts'
import { type Event, statesBefore, transitions } from '../notifications/state.ts'

const batch = 500
// On SQLite, each takes half a millisecond of the event loop.
const rowsPerYield = 4

/** What notices of one kind tell of, by the client's own keys. */
export interface Things {
  entityId: string
  category: string
  target: string
  externalIds: string[]
}

/** Ends the notifications of these things, since newer ones take their place. */
export async function supersede(
  trx: Transaction<Schema>,
  { entityId, category, target, externalIds }: Things,
  now: Instant,
) {
  for (let from = 0; from < externalIds.length; from += batch) {
    const rows = await trx
      .selectFrom('notifications')
      .select('notification_id')
      .where('entity_id', '=', entityId)
      .where('external_id', 'in', externalIds.slice(from, from + batch))
      .where('category', '=', category)
      .where('target', '=', target)
      .where('state', 'in', statesBefore('supersede'))
      .execute()
    for (const [index, { notification_id }] of rows.entries()) {
      if (index % rowsPerYield === rowsPerYield - 1) await yieldToEventLoop()
      await end(trx, entityId, notification_id, 'supersede', now)
    }
  }
}

const reasons = { supersede: 'superseded', withdraw: 'cancelled' } as const satisfies Partial<Record<Event, string>>

/** Ends a notification for the clinic: nothing more is sent, nothing answered, and its check-in token opens no door. False
 *  when it has ended otherwise before. */
export async function end(
  trx: Transaction<Schema>,
  entityId: string,
  notificationId: string,
  event: keyof typeof reasons,
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ state: transitions.open[event]! })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', notificationId)
    .where('state', 'in', statesBefore(event))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await stopDeliveries(trx, entityId, notificationId)
  await revokeCheckinTokens(trx, entityId, notificationId, reasons[event], now)
  return true
}
