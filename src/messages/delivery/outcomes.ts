import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Outcome } from '../../channels/channel.ts'
import type { Database } from '../../platform/database/database.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import { type Clock, hours, type Instant, minutes, seconds } from '../../platform/time/instant.ts'
import { type Leased, type Postponed, postpone, type Retry, scheduleRetry, settleSent, settleUnsent } from './outbox.ts'
import { fileReason } from './reach.ts'

const maxRecordTries = 30
const firstDelayMicros = seconds(10)
const maxDelayMicros = hours(1)
// A receipt normally arrives within seconds.
const unclearDelayMicros = minutes(5)
// The pause if the provider names no time. Most limits of providers are per second.
const busyDelayMs = 1_000

export interface OutcomeContext {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  /** Is called when the provider accepts no messages for some milliseconds. */
  onBusy?: (ms: number) => void
}

/** Records the outcome of a message for all its deliveries. */
export async function recordOutcome(context: OutcomeContext, deliveries: Leased[], sent: Outcome) {
  const { database, clock, onBusy } = context
  switch (sent.outcome) {
    case 'accepted':
      return each(deliveries, (one) => recordSent(context, one, { provider_id: sent.id ?? null, reason: null }))
    case 'written':
      return each(deliveries, (one) => recordSent(context, one, { provider_id: null, reason: fileReason }))
    case 'permanent': {
      const end = { state: 'failed', reason: shortReason(sent.reason) } as const
      return each(deliveries, (delivery) => settleUnsent(database, delivery, end, clock.now()))
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

async function each(deliveries: Leased[], record: (delivery: Leased) => Promise<unknown>) {
  await Promise.all(deliveries.map(record))
}

/** Makes the deliveries of a message wait. The first one has the slot of the message. */
export const postponeTogether = (
  { database, clock }: OutcomeContext,
  [first, ...others]: Leased[],
  waiting: Postponed,
): Promise<void> =>
  Promise.all([
    postpone(database, first!, waiting, clock.now()),
    ...others.map((one) => postpone(database, one, { ...waiting, slotAt: null }, clock.now())),
  ]).then(() => undefined)

async function recordSent(
  { database, clock }: OutcomeContext,
  delivery: Leased,
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
export async function recordFailure(context: OutcomeContext, deliveries: Leased[], reason: string) {
  const next_attempt_at = nextAttempt(deliveries[0]!.attempts, context.clock.now())
  await each(deliveries, (one) => retryOrGiveUp(context, one, { next_attempt_at, reason, lease_until: null }))
}

/** Schedules the next attempt for a time at which a receipt would have arrived. */
async function recordUnclear(context: OutcomeContext, deliveries: Leased[], reason: string) {
  const now = context.clock.now()
  const next_attempt_at = Math.max(nextAttempt(deliveries[0]!.attempts, now), now + unclearDelayMicros)
  await each(deliveries, (one) =>
    retryOrGiveUp(context, one, { next_attempt_at, reason, lease_until: next_attempt_at }),
  )
}

async function retryOrGiveUp({ database, clock, log }: OutcomeContext, delivery: Leased, retry: Retry) {
  const { next_attempt_at, reason } = retry
  const isOver = next_attempt_at > delivery.give_up_at
  log.warn(
    { delivery: delivery.delivery_id, channel: delivery.channel, attempts: delivery.attempts, isOver },
    'Delivery attempt failed',
  )
  if (isOver) await settleUnsent(database, delivery, { state: 'failed', reason }, clock.now())
  else await scheduleRetry(database, delivery, retry)
}

/** Ends a delivery as failed without an attempt. */
export async function giveUp({ database, clock, log }: OutcomeContext, delivery: Leased, reason: string) {
  const { delivery_id, channel, kind, attempts } = delivery
  log.warn({ delivery: delivery_id, channel, kind, attempts, reason }, 'The service gives up a delivery')
  await settleUnsent(database, delivery, { state: 'failed', reason: shortReason(reason) }, clock.now())
}

/** Returns the time of the next attempt: exponential backoff from 10 s to one hour. Jitter of up to half of the delay
 *  spreads the retries of deliveries that failed together. */
export function nextAttempt(attempts: number, now: Instant, random = Math.random()): Instant {
  const delayMicros = Math.min(firstDelayMicros * 2 ** (attempts - 1), maxDelayMicros)
  return now + Math.round(delayMicros * (1 - random / 2))
}

export const reasonOf = (error: unknown) => shortReason(error instanceof Error ? error.message : String(error))
