import { createHmac } from 'node:crypto'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Instant } from '../../platform/time/instant.ts'

export interface WebhookKey {
  entityId: string
  id: string
}

/** Returns the secret of a webhook, which the database does not have. Each rotation counts as a generation. */
export const signingSecret = (secret: Secret, { entityId, id }: WebhookKey, generation: number) =>
  `whsec_${Buffer.from(secret.derive(48, 'webhook', entityId, id, String(generation))).toString('base64')}`

/** Signs a body with each of the secrets, by Standard Webhooks 1.0. Returns the headers of the request. */
export function signed(secrets: string[], id: string, at: Instant, body: string): Record<string, string> {
  const timestamp = Math.floor(at / 1_000_000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
