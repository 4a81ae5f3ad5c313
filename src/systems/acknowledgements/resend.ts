import type { Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { resendEvent } from '../webhooks/resend-event.ts'

/** An event that staff had sent again. */
export const ResendResult = Type.Object(
  {
    sequence: Type.Integer({ description: 'The sequence of the event.' }),
    resent_at: Type.String({ description: 'When staff had it sent again, in UTC.' }),
  },
  {
    $id: 'Resent',
    description: 'An event that staff had sent again.',
    examples: [{ sequence: 18, resent_at: '2026-03-29T09:20:00.000000+00:00' }],
  },
)
export type ResendResult = Static<typeof ResendResult>

/** Marks the failures of an event as sent again, so that sources which read the log find them, and has the webhooks post the event
 *  again. Returns also the notification of the event.
 *  @throws Problem failure-not-found */
export async function resend(
  database: Database,
  entityId: string,
  sequence: number,
  now: Instant,
): Promise<ResendResult & { notificationId: string | null }> {
  const notificationId = await database.writeFor(entityId, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('acknowledgements')
      .set({ resent_at: now })
      .where('entity_id', '=', entityId)
      .where('sequence', '=', sequence)
      .where('outcome', '=', 'failed')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Problem('failure-not-found')
    await resendEvent(trx, entityId, sequence, now)
    return notificationOf(trx, entityId, sequence)
  })
  return { notificationId, sequence, resent_at: formatInstant(now) }
}

async function notificationOf(trx: Transaction<Schema>, entityId: string, sequence: number) {
  const events = trx.selectFrom('events').where('entity_id', '=', entityId).where('sequence', '=', sequence)
  return (await events.select('notification_id').executeTakeFirstOrThrow()).notification_id
}
