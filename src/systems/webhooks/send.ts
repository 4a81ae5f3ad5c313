import { hash, randomUUID } from 'node:crypto'
import type { LoggedEvent } from '../../log/events/next-event.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import { type Clock, formatInstant } from '../../platform/time/instant.ts'
import type { AttemptResult } from './attempts.ts'
import { type Outcome, post } from './request.ts'
import { hasSucceeded } from './retries.ts'
import { signed, signingSecret } from './signature.ts'
import type { WebhookRow } from './webhook.ts'

export interface SendingContext extends Pick<RouteContext, 'database' | 'config' | 'secret' | 'metrics'> {
  clock: Clock
}

export type Target = Pick<
  WebhookRow,
  'entity_id' | 'webhook_id' | 'url' | 'full' | 'generation' | 'oldest_generation' | 'previous_until'
>

/** A request has a signature by each of these secrets. Many rotations would make its header too long for a receiver. */
const maxSecrets = 5

/** Posts an event once. */
export function sendEvent(
  context: SendingContext,
  target: Target,
  { sequence, at, thin, record }: LoggedEvent,
  signal: AbortSignal,
) {
  // The same for each attempt. After the restore of a backup, another event can get the same sequence.
  const id = `evt_${hash('sha256', JSON.stringify([target.entity_id, sequence, at]), 'base64url').slice(0, 27)}`
  return send(context, target, { id, sequence, body: target.full ? record : thin }, signal)
}

/** Posts an event of no consequence. */
export const sendTest = (context: SendingContext, target: Target) =>
  send(context, target, {
    id: `evt_${randomUUID()}`,
    sequence: null,
    body: JSON.stringify({ kind: 'test', date: formatInstant(context.clock.now()) }),
  })

interface RequestResult {
  id: string
  sequence: number | null
  body: string
}

async function send(
  context: SendingContext,
  target: Target,
  { id, sequence, body }: RequestResult,
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const { clock, config, metrics } = context
  const [at, started] = [clock.now(), clock.monotonic()]
  const headers = { 'User-Agent': 'Rollcall-Webhook', ...signed(secretsOf(context, target), id, at, body) }
  const outcome = await post(target.url, { headers, body, signal }, config.webhookNetworks)
  metrics.webhookAttempt(wordOf(outcome))
  return { sequence, at, durationMs: Math.round((clock.monotonic() - started) / 1_000), outcome: shortened(outcome) }
}

/** Says in a word what became of an attempt. */
export const wordOf = (outcome: Outcome) =>
  hasSucceeded(outcome) ? 'accepted' : 'status' in outcome ? 'refused' : 'no-response'

/** The current secret, and until the end of the overlap the previous ones. */
function secretsOf({ secret, clock }: SendingContext, target: Target): string[] {
  const { entity_id: entityId, webhook_id: id, generation, oldest_generation, previous_until } = target
  const overlaps = previous_until !== null && clock.now() < previous_until
  const count = overlaps ? Math.min(generation - oldest_generation + 1, maxSecrets) : 1
  return Array.from({ length: count }, (_, index) => signingSecret(secret, { entityId, id }, generation - index))
}

const shortened = (outcome: Outcome): Outcome =>
  'reason' in outcome ? { reason: shortReason(outcome.reason) } : outcome
