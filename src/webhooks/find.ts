import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import type { WebhookKey } from './signature.ts'
import type { WebhookRow } from './webhook.ts'

/** @throws Problem webhook-not-found */
export async function requireWebhook(database: Kysely<Schema>, { entityId, id }: WebhookKey): Promise<WebhookRow> {
  const row = await database
    .selectFrom('webhooks')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('webhook_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('webhook-not-found')
  return row
}

/** Selects the webhook for a change. */
export const updateWebhook = (database: Kysely<Schema>, { entityId, id }: WebhookKey) =>
  database.updateTable('webhooks').where('entity_id', '=', entityId).where('webhook_id', '=', id)
