import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type UpdateObject } from 'kysely'
import { accessTokensInForce } from '../../access/credentials/access-token.ts'
import type { EventKind } from '../../log/events/event.ts'
import { type EventFilter, type LoggedEvent, nextEvent } from '../../log/events/next-event.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { type Clock, seconds } from '../../platform/time/instant.ts'
import { type AttemptResult, insertAttempt } from './attempts.ts'
import { type LeasedWebhook, leasedColumns, webhookLeaseMicros } from './due-webhooks.ts'
import { afterFailure, hasSucceeded } from './retries.ts'
import { type SendingContext, sendEvent, wordOf } from './send.ts'

export const webhookWorkName = 'webhooks'

// A webhook with many events lets others have its turn.
const turnMicros = seconds(5)

export interface DeliveryContext extends SendingContext {
  log: FastifyBaseLogger
  audit: Audit
  /** Ends an attempt that hangs while the process stops. Another process posts the event again. */
  abortSignal: AbortSignal
}

/** Posts the events of a webhook in order, until none is left, an attempt fails, or its turn ends.
 *  @param signal stops it after the current attempt */
export async function deliverEvents(context: DeliveryContext, webhook: LeasedWebhook, signal: AbortSignal) {
  const { database, clock } = context
  const turnEnds = clock.monotonic() + turnMicros
  let current: LeasedWebhook | undefined = webhook
  while (current) {
    if (signal.aborted || clock.monotonic() > turnEnds) {
      await release(database, current, clock)
      return
    }
    if (await outlivesToken(context, current))
      return disable(context, current, 'the test token that created it has ended')
    const event = await eventFor(database, current)
    current = event ? await attempt(context, current, event) : await settle(context, current)
  }
}

/** Returns the next event for the webhook: of those that it gets again, or else after its position. */
async function eventFor(database: Kysely<Schema>, webhook: LeasedWebhook): Promise<LoggedEvent | undefined> {
  const { entity_id, position, resend_from, resend_to, test_token_id } = webhook
  const kinds = webhook.kinds === null ? undefined : (JSON.parse(webhook.kinds) as EventKind[])
  const filter: EventFilter = { kinds, ...(test_token_id !== null && { test: true }) }
  if (resend_from === null) return nextEvent(database, entity_id, position, filter)
  const event = await nextEvent(database, entity_id, resend_from - 1, filter)
  return event && event.sequence <= resend_to! ? event : undefined
}

/** Posts the event and records the attempt. Returns the webhook if it can get another event now. */
async function attempt(
  context: DeliveryContext,
  webhook: LeasedWebhook,
  event: LoggedEvent,
): Promise<LeasedWebhook | undefined> {
  const ended = await sendEvent(context, webhook, event, context.abortSignal)
  if (context.abortSignal.aborted && 'reason' in ended.outcome) return webhook
  context.audit.record({
    entityId: webhook.entity_id,
    who: { kind: 'worker' },
    operation: webhookWorkName,
    contacts: contactsOf(event.notification_id),
    outcome: wordOf(ended.outcome),
  })
  return hasSucceeded(ended.outcome)
    ? record(context, webhook, ended, {
        ...positionChange(webhook, event.sequence),
        failures: 0,
        lease_until: context.clock.now() + webhookLeaseMicros,
      })
    : recordFailure(context, webhook, ended)
}

/** The change of a webhook that has got the event. Meanwhile, somebody may have requested other events, or more of them. */
const positionChange = ({ resend_from }: LeasedWebhook, sequence: number): Changes =>
  resend_from === null
    ? { position: sequence }
    : {
        resend_from: sql`case when resend_from <> ${resend_from} then resend_from when resend_to > ${sequence} then ${sequence + 1} end`,
        resend_to: sql`case when resend_from <> ${resend_from} or resend_to > ${sequence} then resend_to end`,
      }

async function recordFailure(context: DeliveryContext, webhook: LeasedWebhook, ended: AttemptResult) {
  const { clock, log } = context
  const failures = webhook.failures + 1
  const next = afterFailure(ended.outcome, failures)
  if ('afterMicros' in next) {
    await record(context, webhook, ended, {
      failures,
      next_attempt_at: clock.now() + next.afterMicros,
      lease_until: null,
    })
    return undefined
  }
  const isDisabled = await record(context, webhook, ended, {
    failures,
    next_attempt_at: null,
    lease_until: null,
    disabled_at: clock.now(),
    disabled_reason: next.disabled,
  })
  if (isDisabled)
    log.warn(
      { entity: webhook.entity_id, webhook: webhook.webhook_id, why: next.disabled },
      'A webhook is disabled. It keeps its position: resume it when its server takes requests again.',
    )
  return undefined
}

type Changes = UpdateObject<Schema, 'webhooks'>

/** Records an attempt, unless somebody has deleted the webhook, or another process has leased it since. */
const record = ({ database }: DeliveryContext, webhook: LeasedWebhook, ended: AttemptResult, changes: Changes) =>
  database.writeFor(webhook.entity_id, async (trx) => {
    const changed = await leasedRow(trx, webhook)
      .set((eb) => ({ ...changes, attempts: eb('attempts', '+', 1) }))
      .returning([...leasedColumns, 'attempts'])
      .executeTakeFirst()
    if (!changed) return undefined
    const key = { entityId: webhook.entity_id, id: webhook.webhook_id }
    await insertAttempt(trx, key, changed.attempts, ended)
    return changed
  })

/** Records that there is no event to send. Returns the webhook if there is one after all. */
const settle = ({ database }: DeliveryContext, { entity_id, webhook_id, lease_until }: LeasedWebhook) =>
  database.writeFor(entity_id, async (trx): Promise<LeasedWebhook | undefined> => {
    // A transaction that adds an event locks the row, too. It has committed by now, or wakes the webhook.
    const { last_event } = await trx
      .selectFrom('entities')
      .select('last_event')
      .where('entity_id', '=', entity_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const webhook = await trx
      .selectFrom('webhooks')
      .select(leasedColumns)
      .where('entity_id', '=', entity_id)
      .where('webhook_id', '=', webhook_id)
      .where('lease_until', '=', lease_until)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!webhook || (await eventFor(trx, webhook))) return webhook
    if (webhook.resend_from !== null) {
      await leasedRow(trx, webhook).set({ resend_from: null, resend_to: null }).execute()
      return { ...webhook, resend_from: null, resend_to: null }
    }
    await leasedRow(trx, webhook).set({ position: last_event, next_attempt_at: null, lease_until: null }).execute()
    return undefined
  })

/** Whether a test token created the webhook, and is revoked or expired. */
async function outlivesToken({ database, clock }: DeliveryContext, { test_token_id: id }: LeasedWebhook) {
  return id !== null && !(await accessTokensInForce(database, clock, [id])).has(id)
}

async function disable({ database, clock }: DeliveryContext, webhook: LeasedWebhook, reason: string) {
  await leasedRow(database, webhook)
    .set({ next_attempt_at: null, lease_until: null, disabled_at: clock.now(), disabled_reason: reason })
    .execute()
}

/** Lets other due webhooks go first. */
const release = (database: Kysely<Schema>, webhook: LeasedWebhook, clock: Clock) =>
  leasedRow(database, webhook).set({ next_attempt_at: clock.now(), lease_until: null }).execute()

const leasedRow = (database: Kysely<Schema>, { entity_id, webhook_id, lease_until }: LeasedWebhook) =>
  database
    .updateTable('webhooks')
    .where('entity_id', '=', entity_id)
    .where('webhook_id', '=', webhook_id)
    .where('lease_until', '=', lease_until)
