import { type Selectable, sql, type Transaction } from 'kysely'
import type { Engine } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** Makes the waiting deliveries of a notification due at `at`, after an earlier address failed or was skipped.
 *  @param skipLocked skips deliveries that an answer or a worker has locked, unless the caller has locked their notification:
 *  waiting for them could deadlock */
export async function useNextAddress(
  trx: Transaction<Schema>,
  skipLocked: Engine['skipLocked'] | undefined,
  { entity_id, notification_id }: Pick<Selectable<Schema['deliveries']>, 'entity_id' | 'notification_id'>,
  at: Instant,
) {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: at, give_up_at: sql<Instant>`give_up_at - next_attempt_at + ${at}` })
    .where('entity_id', '=', entity_id)
    .where('delivery_id', 'in', (waiting) =>
      waiting
        .selectFrom('deliveries as one')
        .select('one.delivery_id')
        .where('one.entity_id', '=', entity_id)
        .where('one.notification_id', '=', notification_id)
        .where('one.state', '=', 'pending')
        .where('one.fallback_rank', '>', 0)
        .where('one.attempts', '=', 0)
        .where('one.next_attempt_at', '>', at)
        .$if(skipLocked !== undefined, (some) => some.modifyEnd(skipLocked!)),
    )
    .execute()
}
