import { Problem } from '../../platform/errors/errors.ts'
import { insertAttempt } from './attempts.ts'
import { requireWebhook, updateWebhook } from './find.ts'
import { type SendingContext, sendTest } from './send.ts'
import type { WebhookKey } from './signature.ts'
import { readAttempt, type WebhookAttempt } from './webhook.ts'

// A test holds a connection for up to 15 s, and its target may be any server.
const maxRunning = 20

/** Returns a function that tests a webhook. In this process, an entity has one test at a time.
 *  @throws Problem webhook-test-running */
export function webhookTests(context: SendingContext) {
  const entities = new Set<string>()
  return async (key: WebhookKey): Promise<WebhookAttempt> => {
    if (entities.has(key.entityId) || entities.size >= maxRunning) throw new Problem('webhook-test-running')
    entities.add(key.entityId)
    try {
      return await testWebhook(context, key)
    } finally {
      entities.delete(key.entityId)
    }
  }
}

/** Posts a test event now, also to a disabled webhook. The attempt is listed, and changes nothing else.
 *  @throws Problem webhook-not-found */
async function testWebhook(context: SendingContext, key: WebhookKey): Promise<WebhookAttempt> {
  const { database } = context
  const ended = await sendTest(context, await requireWebhook(database, key))
  return database.writeFor(key.entityId, async (trx) => {
    const counted = await updateWebhook(trx, key)
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .returning('attempts')
      .executeTakeFirst()
    // Somebody has deleted the webhook meanwhile.
    if (!counted) await requireWebhook(trx, key)
    return readAttempt(await insertAttempt(trx, key, counted!.attempts, ended))
  })
}
