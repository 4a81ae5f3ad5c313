import type { Transaction } from 'kysely'
import { revokeCheckinTokens } from '../checkin/issued-token.ts'
import type { Schema } from '../database/schema.ts'
import { stopDeliveries } from '../delivery/outbox.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import type { Instant } from '../instant.ts'
import { stateChange } from './change-state.ts'
import { events } from './events.ts'

const batch = 500
// On SQLite, each row blocks the event loop for half a millisecond.
const rowsPerYield = 4

/** The visits of a task, by their keys in the clinic's own system. */
export interface Visits {
  entityId: string
  category: string
  target: string
  externalIds: string[]
}

const change = stateChange('supersede')

/** Supersedes the entity's notifications of these visits: stops their deliveries and revokes their check-in tokens. */
export async function supersede(
  trx: Transaction<Schema>,
  { entityId, category, target, externalIds }: Visits,
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
      .where('state', 'in', [...events.supersede.from])
      .execute()
    for (const [index, { notification_id }] of rows.entries()) {
      if (index % rowsPerYield === rowsPerYield - 1) await yieldToEventLoop()
      const key = { entityId, id: notification_id }
      if ((await change(trx, key)).length === 0) continue
      await stopDeliveries(trx, key)
      await revokeCheckinTokens(trx, key, 'superseded', now)
    }
  }
}
