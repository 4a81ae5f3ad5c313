import { type Kysely, sql } from 'kysely'
import type { ChannelName } from '../../channels/registry.ts'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Instant } from '../../instant.ts'
import { shownClinic } from './example-days.ts'

/** What the servers of each channel report. */
const failures = {
  mobile: ['The number is not in service.', 'The handset was off for two days.'],
  email: ['550 5.1.1 No such mailbox'],
} satisfies Partial<Record<ChannelName, string[]>>

export const withDeliveries = (database: Kysely<Schema>) =>
  database
    .selectFrom('notifications')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.entity_id', '=', 'notifications.entity_id')
        .onRef('deliveries.notification_id', '=', 'notifications.notification_id'),
    )
    .where('notifications.entity_id', '=', shownClinic)

/** Records the pending messages as sent: the demo sends none of them, and contacts answer messages that they got. */
export const recordAsSent = (database: Database) =>
  database.write((trx) =>
    trx
      .updateTable('deliveries')
      .set({ state: 'sent', attempts: 1, sent_at: sql`next_attempt_at` })
      .where('state', '=', 'pending')
      .execute(),
  )

/** Records some notices of the next days as failed, each for a reason of its channel. */
export async function recordFailures(database: Database, now: Instant) {
  for (const channel of Object.keys(failures) as (keyof typeof failures)[]) {
    const reasons = failures[channel]
    const unanswered = await withDeliveries(database)
      .select('delivery_id')
      .where('notifications.state', '=', 'open')
      .where('starts_at', '>', now)
      .where('channel', '=', channel)
      .orderBy('starts_at')
      .limit(sql.lit(reasons.length))
      .execute()
    await database.write(async (trx) => {
      for (const [index, { delivery_id }] of unanswered.entries()) {
        const failed = { state: 'failed' as const, sent_at: null, reason: reasons[index]! }
        await trx.updateTable('deliveries').set(failed).where('delivery_id', '=', delivery_id).execute()
      }
    })
  }
}
