import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** Makes all webhooks of an entity that have passed an event get it again. A range that is not finished grows until it contains the
 *  event. */
export const resendEvent = (trx: Transaction<Schema>, entityId: string, sequence: number, now: Instant) =>
  trx
    .updateTable('webhooks')
    .set({
      resend_from: sql<number>`case when resend_from < ${sequence} then resend_from else ${sequence} end`,
      resend_to: sql<number>`case when resend_to > ${sequence} then resend_to else ${sequence} end`,
      next_attempt_at: attemptAgainAt(now),
    })
    .where('entity_id', '=', entityId)
    .where('position', '>=', sequence)
    .execute()

/** The next attempt of a webhook that gets events again: now, unless it waits after a failed attempt or is disabled. */
export const attemptAgainAt = (now: Instant) =>
  sql<Instant | null>`case when disabled_at is null then coalesce(next_attempt_at, ${now}) end`
