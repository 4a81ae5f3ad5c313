import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type DueRow, isFree, leaseDue, scanDue } from '../../platform/database/due-rows.ts'
import { type Instant, seconds } from '../../platform/time/instant.ts'
import type { WebhookRow } from './webhook.ts'

/** Longer than an attempt, with 5 s to record it. Each attempt renews the lease. */
export const webhookLeaseMicros = seconds(20)

export const leasedColumns = [
  ...([
    'entity_id',
    'webhook_id',
    'url',
    'kinds',
    'full',
    'generation',
    'oldest_generation',
    'previous_until',
    'position',
  ] as const),
  ...(['resend_from', 'resend_to', 'failures', 'lease_until', 'test_token_id'] as const),
] as const

/** A webhook that this process has leased. */
export type LeasedWebhook = Pick<WebhookRow, (typeof leasedColumns)[number]>

/** The webhooks of all entities that have an event to send. */
export function dueWebhooks(database: Database) {
  const isDue = (now: Instant) => sql<SqlBool>`next_attempt_at <= ${now} and ${isFree(now, webhookLeaseMicros)}`
  const table = { name: 'webhooks', id: 'webhook_id', at: 'next_attempt_at', isDue } as const
  return {
    scan: scanDue(database, table),
    lease: (due: DueRow<'webhook_id', 'next_attempt_at'>[], now: Instant): Promise<LeasedWebhook[]> =>
      leaseDue(database, { ...table, leaseMicros: webhookLeaseMicros, columns: leasedColumns }, due, now),
  }
}
