import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { requireWebhook } from './find.ts'
import type { Outcome } from './request.ts'
import type { WebhookKey } from './signature.ts'
import { type AttemptRow, readAttempt } from './webhook.ts'

const keptAttempts = 1_000

const columns = ['attempt', 'sequence', 'at', 'status', 'reason', 'duration_ms'] as const

/** An attempt that has ended. */
export interface AttemptResult {
  /** Null: a test. */
  sequence: number | null
  at: Instant
  durationMs: number
  outcome: Outcome
}

/** Adds an attempt, and deletes the oldest ones. */
export async function insertAttempt(
  trx: Kysely<Schema>,
  { entityId, id }: WebhookKey,
  attempt: number,
  { sequence, at, durationMs, outcome }: AttemptResult,
): Promise<AttemptRow> {
  const row = {
    attempt,
    sequence,
    at,
    duration_ms: durationMs,
    status: 'status' in outcome ? outcome.status : null,
    reason: 'reason' in outcome ? outcome.reason : null,
  }
  await trx
    .insertInto('webhook_attempts')
    .values({ entity_id: entityId, webhook_id: id, ...row })
    .execute()
  await trx
    .deleteFrom('webhook_attempts')
    .where('entity_id', '=', entityId)
    .where('webhook_id', '=', id)
    .where('attempt', '<=', attempt - keptAttempts)
    .execute()
  return row
}

/** Lists the attempts of a webhook, newest first: at most `limit` after the cursor `after`.
 *  @throws Problem webhook-not-found, invalid-parameter */
export async function listAttempts(database: Database, key: WebhookKey, { limit, after }: Page) {
  const before = after === undefined ? undefined : readCursor(after, 'attempts', 'number')[0]
  await requireWebhook(database, key)
  const rows = await database
    .selectFrom('webhook_attempts')
    .select(columns)
    .where('entity_id', '=', key.entityId)
    .where('webhook_id', '=', key.id)
    .$if(before !== undefined, (attempts) => attempts.where('attempt', '<', before!))
    .orderBy('attempt', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
  const { shown, next } = cutPage('attempts', rows, limit, ({ attempt }) => [attempt])
  return { attempts: shown.map(readAttempt), next }
}

/** Selects the latest attempt of each webhook of an entity. */
export const latestAttempts = (database: Kysely<Schema>, entityId: string) =>
  database
    .selectFrom('webhook_attempts')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.entity_id', '=', 'webhook_attempts.entity_id')
        .onRef('webhooks.webhook_id', '=', 'webhook_attempts.webhook_id')
        .onRef('webhooks.attempts', '=', 'webhook_attempts.attempt'),
    )
    .select('webhook_attempts.webhook_id')
    .select(columns.map((column) => `webhook_attempts.${column}` as const))
    .where('webhook_attempts.entity_id', '=', entityId)
    .where('webhooks.entity_id', '=', entityId)
    .execute()
