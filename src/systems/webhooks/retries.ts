import { hours, type Microseconds, minutes, seconds } from '../../platform/time/instant.ts'
import type { Outcome } from './request.ts'

/** The delays before the second attempt, the third, and so on. Standard Webhooks, "Retry schedule". */
const delays = [...[seconds(5), minutes(5), minutes(30)], ...[2, 5, 10, 14, 20, 24].map(hours)] as const

const maxDelay = hours(24)

export const hasSucceeded = (outcome: Outcome) => 'status' in outcome && outcome.status >= 200 && outcome.status < 300

/** What follows a failed attempt: another one after a delay, or none. */
type Next = { afterMicros: Microseconds } | { disabled: string }

/** @param failures the number of failed attempts in a row, at least 1 */
export function afterFailure(outcome: Outcome, failures: number, random = Math.random()): Next {
  const why = describe(outcome)
  if ('status' in outcome && outcome.status === 410) return { disabled: why }
  const delay = delays[failures - 1]
  if (delay === undefined) return { disabled: `${failures} attempts failed. The last one: ${why}` }
  const asked = 'status' in outcome ? (outcome.retryAfterMs ?? 0) * 1_000 : 0
  // Spreads the attempts of webhooks that failed together.
  const jitter = 0.95 + random / 10
  return { afterMicros: Math.min(Math.max(Math.round(delay * jitter), asked), maxDelay) }
}

const describe = (outcome: Outcome) => ('status' in outcome ? `status ${outcome.status}` : outcome.reason)
