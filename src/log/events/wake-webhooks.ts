import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** Makes the webhooks of an entity due that have had nothing to send. The transaction has locked the entity's row by its new
 *  event: a worker locks the row, too, before it notes that a webhook has nothing to send. */
export const wakeWebhooks = preparedStatement((database, { entityId, at }: { entityId: string; at: Instant }) =>
  database
    .updateTable('webhooks')
    .set({ next_attempt_at: at })
    .where('entity_id', '=', entityId)
    .where('next_attempt_at', 'is', null)
    .where('disabled_at', 'is', null),
)
