import { setTimeout as delay } from 'node:timers/promises'
import type { Outcome } from '../../channels/channel.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import { hours, type Instant, minutes, seconds } from '../../platform/time/instant.ts'
import { auditDeliveries } from './audit-deliveries.ts'
import type { OutcomeContext, UnsentReason } from './context.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import { fileReason } from './reach.ts'
import { type Postponement, postpone, type Retry, scheduleRetry, settleSent, settleUnsent } from './settle.ts'

const maxRecordTries = 30
const firstDelayMicros = seconds(10)
const maxDelayMicros = hours(1)
// A receipt normally arrives within seconds.
const unclearDelayMicros = minutes(5)
// The pause if the provider names no time. Most limits of providers are per second.
const busyDelayMs = 1_000

/** Records the outcome of a message for all its deliveries. */
export async function recordOutcome(context: OutcomeContext, deliveries: LeasedDelivery[], sent: Outcome) {
  const { database, clock, onBusy } = context
  auditDeliveries(context, deliveries, sent.outcome)
  switch (sent.outcome) {
    case 'accepted':
      return each(deliveries, (one) => recordSent(context, one, { provider_id: sent.id ?? null, reason: null }))
    case 'written':
      return each(deliveries, (one) => recordSent(context, one, { provider_id: null, reason: fileReason }))
    case 'permanent': {
      const { reason, isUndeliverable } = sent
      const now = clock.now()
      const end = { state: 'failed', reason: shortReason(reason), attempted_at: now, isUndeliverable } as const
      return each(deliveries, (delivery) => settleUnsent(database, delivery, end, now))
    }
    case 'later': {
      const afterMs = Math.min(sent.afterMs ?? busyDelayMs, maxDelayMicros / 1_000)
      // A delivery with a slot does not count towards the limits of its entity again.
      const waiting = { until: clock.now() + afterMs * 1_000, reason: shortReason(sent.reason), slotAt: 0 }
      await postponeTogether(context, deliveries, waiting)
      if (!sent.ofAddress) onBusy?.(afterMs)
      return
    }
    case 'unclear':
      // If the provider has accepted the message, its receipt ends the delivery before the next attempt.
      return recordUnclear(context, deliveries, shortReason(sent.reason))
  }
}

async function each(
  deliveries: LeasedDelivery[],
  record: (delivery: LeasedDelivery) => Promise<unknown>,
): Promise<void> {
  await Promise.all(deliveries.map(record))
}

/** Makes the deliveries of a message wait. The first one has the slot of the message. */
export const postponeTogether = (
  { database, clock }: OutcomeContext,
  deliveries: LeasedDelivery[],
  waiting: Postponement,
): Promise<void> =>
  each(deliveries, (one) => {
    const slotAt = one === deliveries[0] ? (waiting.slotAt ?? null) : null
    return postpone(database, one, { ...waiting, slotAt }, clock.now())
  })

async function recordSent(
  { database, clock }: OutcomeContext,
  delivery: LeasedDelivery,
  outcome: { provider_id: string | null; reason: string | null },
) {
  const sent = { sent_at: clock.now(), ...outcome }
  for (let tries = 1; ; tries++) {
    try {
      return await settleSent(database, delivery, sent)
    } catch (error) {
      if (tries === maxRecordTries) throw error
      await delay(1_000)
    }
  }
}

/** Records that an attempt failed. Schedules the next one for the same time for all deliveries, so that they stay together. */
export async function recordFailure(context: OutcomeContext, deliveries: LeasedDelivery[], reason: string) {
  auditDeliveries(context, deliveries, 'failed')
  const attempted_at = context.clock.now()
  const next_attempt_at = nextAttempt(deliveries[0]!.attempts, attempted_at)
  const retry = { next_attempt_at, attempted_at, reason, lease_until: null }
  await each(deliveries, (one) => retryOrGiveUp(context, one, retry))
}

/** Schedules the next attempt for a time at which a receipt would have arrived. */
async function recordUnclear(context: OutcomeContext, deliveries: LeasedDelivery[], reason: string) {
  const attempted_at = context.clock.now()
  const delayed = nextAttempt(deliveries[0]!.attempts, attempted_at)
  const next_attempt_at = Math.max(delayed, attempted_at + unclearDelayMicros)
  const retry = { next_attempt_at, attempted_at, reason, lease_until: next_attempt_at }
  await each(deliveries, (one) => retryOrGiveUp(context, one, retry))
}

async function retryOrGiveUp({ database, clock, log }: OutcomeContext, delivery: LeasedDelivery, retry: Retry) {
  const { next_attempt_at, attempted_at, reason } = retry
  const isOver = next_attempt_at > delivery.give_up_at
  log.warn(
    { delivery: delivery.delivery_id, channel: delivery.channel, attempts: delivery.attempts, isOver },
    'Delivery attempt failed',
  )
  if (isOver) await settleUnsent(database, delivery, { state: 'failed', reason, attempted_at }, clock.now())
  else await scheduleRetry(database, delivery, retry)
}

/** Records why a delivery has no message now: it ends, or waits. */
export async function recordUnsent(context: OutcomeContext, delivery: LeasedDelivery, unsent: UnsentReason) {
  const { database, clock, log } = context
  const now = clock.now()
  if ('until' in unsent) return postpone(database, delivery, unsent, now)
  auditDeliveries(context, [delivery], 'stopped' in unsent ? 'stopped' : 'permanent')
  if ('stopped' in unsent) return settleUnsent(database, delivery, { state: 'stopped', reason: unsent.stopped }, now)
  const { failed: reason } = unsent
  const { delivery_id, channel, kind, attempts } = delivery
  log.warn({ delivery: delivery_id, channel, kind, attempts, reason }, 'The service gives up a delivery')
  return settleUnsent(database, delivery, { state: 'failed', reason: shortReason(reason) }, now)
}

/** Returns the time of the next attempt: exponential backoff from 10 s to one hour. Jitter of up to half of the delay
 *  spreads the retries of deliveries that failed together. */
export function nextAttempt(attempts: number, now: Instant, random = Math.random()): Instant {
  const delayMicros = Math.min(firstDelayMicros * 2 ** (attempts - 1), maxDelayMicros)
  return now + Math.round(delayMicros * (1 - random / 2))
}

export const reasonOf = (error: unknown) => shortReason(error instanceof Error ? error.message : String(error))
