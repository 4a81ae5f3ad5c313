import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { Problem } from '../errors.ts'
import type { RouteContext } from '../http/feature.ts'
import { invalidBody } from '../invalid-body.ts'
import { signingSecret } from './signature.ts'
import { urlFault } from './target.ts'
import { type NewWebhook, readWebhook } from './webhook.ts'

const maxWebhooks = 10

/** Creates a webhook that starts after the latest event. Returns it with its secret.
 *  @throws Problem invalid-body, too-many-webhooks */
export async function createWebhook(
  { database, config, secret, clock }: Pick<RouteContext, 'database' | 'config' | 'secret' | 'clock'>,
  entityId: string,
  { url, kinds, full = false }: NewWebhook,
  createdBy: string,
) {
  const fault = urlFault(url, config.webhookNetworks)
  if (fault) throw invalidBody([{ pointer: '/url', reason: fault }])
  const id = randomUUIDv7()
  const row = await insertWebhook(database, {
    ...{ entity_id: entityId, webhook_id: id, url, kinds: kinds ? JSON.stringify(kinds) : null, full: full ? 1 : 0 },
    ...{ created_at: clock.now(), created_by: createdBy },
  })
  return { ...readWebhook(row, undefined), secret: signingSecret(secret, { entityId, id }, row.generation) }
}

interface Row {
  entity_id: string
  webhook_id: string
  url: string
  kinds: string | null
  full: 0 | 1
  created_at: number
  created_by: string
}

const insertWebhook = (database: Database, row: Row) =>
  database.writeFor(row.entity_id, async (trx) => {
    // Locks the row of the entity: every later event wakes the webhook.
    const entity = await trx
      .updateTable('entities')
      .set((eb) => ({ webhooks: eb('webhooks', '+', 1) }))
      .where('entity_id', '=', row.entity_id)
      .where('webhooks', '<', maxWebhooks)
      .returning('last_event')
      .executeTakeFirst()
    if (!entity) throw new Problem('too-many-webhooks')
    return trx
      .insertInto('webhooks')
      .values({ ...row, position: entity.last_event })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
