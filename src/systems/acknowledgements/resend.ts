import { type Static, Type } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
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
 *  again.
 *  @throws Problem failure-not-found */
export async function resend(
  database: Database,
  entityId: string,
  sequence: number,
  now: Instant,
): Promise<ResendResult> {
  await database.writeFor(entityId, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('acknowledgements')
      .set({ resent_at: now })
      .where('entity_id', '=', entityId)
      .where('sequence', '=', sequence)
      .where('outcome', '=', 'failed')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Problem('failure-not-found')
    await resendEvent(trx, entityId, sequence, now)
  })
  return { sequence, resent_at: formatInstant(now) }
}
