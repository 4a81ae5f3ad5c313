import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { ofWebhook } from './find.ts'
import { maxWebhooks } from './max-webhooks.ts'
import { urlFault } from './target.ts'
import type { NewWebhook } from './webhook.ts'

/** A new webhook that starts after the latest event.
 *  @throws Problem invalid-body, too-many-webhooks */
export function createdWebhook(
  { config }: Pick<RouteContext, 'config'>,
  entityId: string,
  { url, kinds, full = false }: NewWebhook,
  { name, testTokenId }: { name: string; testTokenId: string | null },
) {
  const fault = urlFault(url, config.webhookNetworks)
  if (fault) throw invalidBody([{ pointer: '/url', reason: fault }])
  const key = { entityId, id: newId() }
  const row = { entity_id: entityId, webhook_id: key.id, url, kinds: kinds ? JSON.stringify(kinds) : null }
  const changing = ofWebhook(key, (trx, _before, now) =>
    insertWebhook(trx, { ...row, full: full ? 1 : 0, created_at: now, created_by: name, test_token_id: testTokenId }),
  )
  return { key, changing }
}

interface Row {
  entity_id: string
  webhook_id: string
  url: string
  kinds: string | null
  full: 0 | 1
  created_at: number
  created_by: string
  test_token_id: string | null
}

async function insertWebhook(trx: Transaction<Schema>, row: Row) {
  // Every later event wakes the webhook.
  const entity = await trx
    .updateTable('entities')
    .set((eb) => ({ webhooks: eb('webhooks', '+', 1) }))
    .where('entity_id', '=', row.entity_id)
    .where('webhooks', '<', maxWebhooks)
    .returning('last_event')
    .executeTakeFirst()
  if (!entity) throw new Problem('too-many-webhooks')
  await trx
    .insertInto('webhooks')
    .values({ ...row, position: entity.last_event })
    .execute()
}
