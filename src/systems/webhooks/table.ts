import type { Generated } from 'kysely'
import type { TableData } from '../../platform/database/table-data.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The addresses to which the service posts an entity's events. */
    webhooks: {
      entity_id: string
      webhook_id: string
      url: string
      /** JSON: the kinds of events. Null: all. */
      kinds: string | null
      /** Whether it gets whole events. */
      full: 0 | 1
      /** Counts the secrets. The service derives each of them from SECRET_KEY. */
      generation: Generated<number>
      /** Until `previous_until`, the secrets from this one on sign, too. */
      oldest_generation: Generated<number>
      previous_until: Generated<Instant | null>
      /** The sequence of the last event that it got or skipped. */
      position: number
      /** The events that it gets again, before new ones. */
      resend_from: Generated<number | null>
      resend_to: Generated<number | null>
      /** The number of attempts, which is the number of the latest. */
      attempts: Generated<number>
      /** The number of failed attempts since the last success, or since staff resumed the webhook. */
      failures: Generated<number>
      /** Null: there is nothing to send, or the webhook is disabled. */
      next_attempt_at: Generated<Instant | null>
      lease_until: Generated<Instant | null>
      disabled_at: Generated<Instant | null>
      disabled_reason: Generated<string | null>
      created_at: Instant
      /** The name of the access token. */
      created_by: string
      /** The test token that created it. The webhook gets only events of test visits, and ends with the token. Null: an ordinary
       *  credential created it. */
      test_token_id: Generated<string | null>
    }
    /** The latest attempts to post an event to a webhook. */
    webhook_attempts: {
      entity_id: string
      webhook_id: string
      attempt: number
      /** Null: a test. */
      sequence: number | null
      at: Instant
      /** The status of the response, or why there was none. */
      status: number | null
      reason: string | null
      duration_ms: number
    }
  }
}

export const webhooksData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    webhook_id: 'none',
    url: 'none',
    kinds: 'none',
    full: 'none',
    generation: 'none',
    oldest_generation: 'none',
    previous_until: 'none',
    position: 'none',
    resend_from: 'none',
    resend_to: 'none',
    attempts: 'none',
    failures: 'none',
    next_attempt_at: 'none',
    lease_until: 'none',
    disabled_at: 'none',
    disabled_reason: 'none',
    created_at: 'none',
    created_by: 'staff',
    test_token_id: 'none',
  },
} satisfies TableData<'webhooks'>

export const webhookAttemptsData = {
  foundBy: 'no contact',
  ends: { column: 'at', after: hours(90 * 24) },
  columns: {
    entity_id: 'none',
    webhook_id: 'none',
    attempt: 'none',
    sequence: 'none',
    at: 'none',
    status: 'none',
    reason: 'none',
    duration_ms: 'none',
  },
} satisfies TableData<'webhook_attempts'>
