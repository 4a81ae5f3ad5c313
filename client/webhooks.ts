import type { NewWebhook, Resend, Webhook, WebhookAttempt, WebhookWithSecret } from '../src/systems/webhooks/webhook.ts'
import type { Connection } from './connection.ts'

export interface WebhookMethods {
  /** Lists the webhooks of the entity, the oldest first. */
  webhooks(entityId: string): Promise<Webhook[]>
  /** Returns the new webhook with its secret, which only its rotation returns again. */
  createWebhook(entityId: string, webhook: NewWebhook): Promise<WebhookWithSecret>
  deleteWebhook(entityId: string, id: string): Promise<void>
  /** Changes the secret. The previous one signs, too, for 24 hours. */
  rotateWebhookSecret(entityId: string, id: string): Promise<WebhookWithSecret>
  /** Posts a test event, and returns the outcome. */
  testWebhook(entityId: string, id: string): Promise<WebhookAttempt>
  /** Lists the latest 1,000 attempts, the newest first. */
  webhookAttempts(entityId: string, id: string): AsyncGenerator<WebhookAttempt>
  /** Has these events posted again. */
  resendEvents(entityId: string, id: string, range: Resend): Promise<Webhook>
  /** Makes a disabled webhook continue after its position, and a waiting one at once. */
  resumeWebhook(entityId: string, id: string): Promise<Webhook>
}

export const webhookMethods = ({ ask, askJson, each, address }: Connection): WebhookMethods => {
  const one = (entityId: string, id: string, ...operation: string[]): [entityId: string, url: URL] => [
    entityId,
    address('webhooks', entityId, id, ...operation),
  ]
  return {
    webhooks: (entityId) => askJson(entityId, address('webhooks', entityId)),
    createWebhook: (entityId, body) =>
      askJson(entityId, address('webhooks', entityId), { change: { body, key: null } }),
    async deleteWebhook(entityId, id) {
      await ask(...one(entityId, id), { change: { method: 'DELETE' } })
    },
    rotateWebhookSecret: (entityId, id) => askJson(...one(entityId, id, 'rotation'), { change: { key: null } }),
    testWebhook: (entityId, id) => askJson(...one(entityId, id, 'test'), { change: {} }),
    webhookAttempts: (entityId, id) => each<WebhookAttempt>(...one(entityId, id, 'attempts')),
    resendEvents: (entityId, id, body) => askJson(...one(entityId, id, 'resend'), { change: { body } }),
    resumeWebhook: (entityId, id) => askJson(...one(entityId, id, 'resumption'), { change: {} }),
  }
}
