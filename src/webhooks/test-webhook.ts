import { insertAttempt } from './attempts.ts'
import { requireWebhook, updateWebhook } from './find.ts'
import { type SendingContext, sendTest } from './send.ts'
import type { WebhookKey } from './signature.ts'
import { readAttempt, type WebhookAttempt } from './webhook.ts'

/** Posts a test event now, also to a disabled webhook. The attempt is listed, and changes nothing else.
 *  @throws Problem webhook-not-found */
export async function testWebhook(context: SendingContext, key: WebhookKey): Promise<WebhookAttempt> {
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
