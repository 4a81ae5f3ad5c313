import type { Kysely } from 'kysely'
import type { ResourceChange } from '../../entities/history/change-resource.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { WebhookKey } from './signature.ts'
import { settingsOf, type WebhookRow, type WebhookSettings } from './webhook.ts'

/** @throws Problem webhook-not-found */
export async function requireWebhook(database: Kysely<Schema>, key: WebhookKey): Promise<WebhookRow> {
  const row = await selectWebhook(database, key)
  if (!row) throw new Problem('webhook-not-found')
  return row
}

const selectWebhook = (database: Kysely<Schema>, { entityId, id }: WebhookKey): Promise<WebhookRow | undefined> =>
  database
    .selectFrom('webhooks')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('webhook_id', '=', id)
    .executeTakeFirst()

/** A change of a webhook, for the history. */
export const ofWebhook = (
  key: WebhookKey,
  write: ResourceChange<WebhookSettings | undefined>['write'],
): ResourceChange<WebhookSettings | undefined> => ({
  resource: 'webhook',
  name: key.id,
  async read(trx) {
    const row = await selectWebhook(trx, key)
    return row && settingsOf(row)
  },
  write,
})

/** Selects the webhook for a change. */
export const updateWebhook = (database: Kysely<Schema>, { entityId, id }: WebhookKey) =>
  database.updateTable('webhooks').where('entity_id', '=', entityId).where('webhook_id', '=', id)
