import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { latestAttempts } from './attempts.ts'
import { ofWebhook, requireWebhook, updateWebhook } from './find.ts'
import { attemptAgainAt } from './resend-event.ts'
import { signingSecret, type WebhookKey } from './signature.ts'
import { type Resend, readWebhook, type Webhook } from './webhook.ts'

const overlapMicros = hours(24)

/** Lists the webhooks of an entity, the oldest first. */
export async function listWebhooks(database: Database, entityId: string): Promise<Webhook[]> {
  const rows = await database
    .selectFrom('webhooks')
    .selectAll()
    .where('entity_id', '=', entityId)
    .orderBy('webhook_id')
    .execute()
  const latest = new Map((await latestAttempts(database, entityId)).map((attempt) => [attempt.webhook_id, attempt]))
  return rows.map((row) => readWebhook(row, latest.get(row.webhook_id)))
}

/** @throws Problem webhook-not-found */
export async function findWebhook(database: Database, key: WebhookKey): Promise<Webhook> {
  const [row, latest] = await Promise.all([requireWebhook(database, key), latestAttempts(database, key.entityId)])
  return readWebhook(
    row,
    latest.find(({ webhook_id }) => webhook_id === key.id),
  )
}

/** Returns the webhook with its latest secret.
 *  @throws Problem webhook-not-found */
export async function webhookWithSecret(database: Database, secret: Secret, key: WebhookKey) {
  const { generation } = await requireWebhook(database, key)
  return { ...(await findWebhook(database, key)), secret: signingSecret(secret, key, generation) }
}

/** Deletes a webhook and its attempts.
 *  @throws Problem webhook-not-found */
export const webhookDeletion = (key: WebhookKey) =>
  ofWebhook(key, async (trx) => {
    const { entityId, id } = key
    // Locks the entity before the webhook, as a new event does.
    await trx
      .updateTable('entities')
      .set((eb) => ({ webhooks: eb('webhooks', '-', 1) }))
      .where('entity_id', '=', entityId)
      .execute()
    const deleteFrom = (table: 'webhook_attempts' | 'webhooks') =>
      trx.deleteFrom(table).where('entity_id', '=', entityId).where('webhook_id', '=', id).executeTakeFirst()
    await deleteFrom('webhook_attempts')
    const { numDeletedRows } = await deleteFrom('webhooks')
    if (numDeletedRows === 0n) throw new Problem('webhook-not-found')
  })

/** Changes the secret. The previous ones sign, too, until 24 hours without a rotation have passed: a client that lost the response
 *  of a rotation can repeat it. */
export const secretRotation = (key: WebhookKey) =>
  ofWebhook(key, (trx, _before, now) =>
    updateWebhook(trx, key)
      .set((eb) => ({
        generation: eb('generation', '+', 1),
        oldest_generation: eb
          .case()
          .when('previous_until', '>', now)
          .then(eb.ref('oldest_generation'))
          .else(eb.ref('generation'))
          .end(),
        previous_until: now + overlapMicros,
      }))
      .execute(),
  )

/** Makes a webhook receive a range of events again, instead of a range from before that is not finished. Events after its position
 *  are not in the range: they follow anyway. A range with only such events is a mistake. Returns also the number of events.
 *  @throws Problem webhook-not-found, invalid-body */
export async function resend(database: Database, key: WebhookKey, { from, to }: Resend, now: Instant) {
  if (to < from) throw invalidBody([{ pointer: '/to', reason: 'must not be less than "from"' }])
  const { position } = await requireWebhook(database, key)
  if (from > position)
    throw invalidBody([
      { pointer: '/from', reason: `must be at most ${position}: the webhook receives later events anyway` },
    ])
  await updateWebhook(database, key)
    .set({ resend_from: from, resend_to: Math.min(to, position), next_attempt_at: attemptAgainAt(now) })
    .execute()
  return { count: Math.min(to, position) - from + 1, webhook: await findWebhook(database, key) }
}

/** Makes a webhook continue at once that is disabled, or waits for its next attempt. */
export const webhookResumption = (key: WebhookKey) =>
  ofWebhook(key, (trx, _before, now) =>
    updateWebhook(trx, key)
      .set({ failures: 0, next_attempt_at: now, disabled_at: null, disabled_reason: null })
      .execute(),
  )
