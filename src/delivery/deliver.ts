import { setTimeout as delay, scheduler } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Message, Outcome, Sender } from '../channels/channel.ts'
import type { Senders } from '../channels/open-channels.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { hours, type Instant, minutes, seconds } from '../instant.ts'
import { inTime } from '../scheduling/lease.ts'
import type { SteadyClock, WorkClock } from '../scheduling/steady-clock.ts'
import type { Secret } from '../secret.ts'
import { shortReason } from '../short-reason.ts'
import type { DueDeliveries } from './due-deliveries.ts'
import { reserveSlot } from './limits.ts'
import { type Leased, postpone, type Retry, scheduleRetry, settleSent, settleUnsent } from './outbox.ts'
import { fileReason } from './reach.ts'

const maxRecordTries = 30
const firstDelayMicros = seconds(10)
const maxDelayMicros = hours(1)
// A receipt normally arrives within seconds.
const unclearDelayMicros = minutes(5)
// The pause if the provider names no time. Most limits of providers are per second.
const busyDelayMs = 1_000

/** Composes a delivery's message from the current state, or returns the reason to stop the delivery, or until when it waits. */
export type Compose = (context: DeliveryContext, delivery: Leased) => Promise<Message | Unsent>

/** Why the service sends no message now. `stopped`: it does not apply any more. `failed`: it should have been sent. */
type Unsent = { stopped: string } | { failed: string } | { until: Instant; reason: string }

export interface DeliveryContext {
  database: Database
  senders: Senders
  config: Pick<Config, 'servers' | 'deliverForMicros'>
  compose: Compose
  secret: Secret
  clock: WorkClock
  log: FastifyBaseLogger
  /** Returns the origin at which contacts reach this service. */
  origin: () => string
  /** Hears that the provider takes no messages for some milliseconds. */
  onBusy?: (ms: number) => void
}

/** What deliveries need, except the clock of a batch. */
export interface WorkContext extends Omit<DeliveryContext, 'clock'> {
  steadyClock: SteadyClock
}

/** Leases up to `count` due deliveries, and starts an attempt of each. An attempt resolves when its outcome is recorded.
 *  Returns the number of due deliveries, which includes those that another process leases first. Without a clock for
 *  the batch, nothing is due, and all deliveries and leases stay unchanged. */
export async function startDue(
  context: WorkContext,
  { scan, lease }: DueDeliveries,
  count: number,
  onStart: (attempt: Promise<void>) => void,
): Promise<number> {
  const clock = await context.steadyClock.next()
  if (!clock) return 0
  const due = await scan.next(count, clock)
  const leased = await lease(due, clock.now())
  for (const delivery of leased) {
    onStart(attempt({ ...context, clock }, delivery))
    // Composing a message takes 2 ms. On SQLite, the event loop would be blocked until all are composed.
    await scheduler.yield()
  }
  return due.length
}

async function attempt(context: DeliveryContext, delivery: Leased) {
  const { database, senders, compose, clock } = context
  const sender: Sender = senders[delivery.channel]
  const isTest = delivery.test === 1
  let sent: Outcome
  try {
    if (!isTest) await sender.ready?.()
    // Read the state immediately before sending: the notification may be answered, superseded or withdrawn by now.
    const message = await compose(context, delivery)
    if ('stopped' in message)
      return settleUnsent(database, delivery, { state: 'stopped', reason: message.stopped }, clock.now())
    if ('failed' in message) return giveUp(context, delivery, message.failed)
    if ('until' in message) return postpone(database, delivery, message, clock.now())
    const wait = isTest ? undefined : await reserveSlot(database, delivery, clock.now())
    if (wait) return postpone(database, delivery, wait, clock.now())
    // The only place that sends messages of visits: those of tests end here.
    sent = isTest ? { outcome: 'accepted' } : await inTime(sender.send(message))
  } catch (error) {
    return recordFailure(context, delivery, reasonOf(error))
  }
  // Outside the try block: a failure to record the outcome must not cause a second message.
  await recordOutcome(context, delivery, sent)
}

async function recordOutcome(context: DeliveryContext, delivery: Leased, sent: Outcome) {
  const { database, clock, onBusy } = context
  switch (sent.outcome) {
    case 'accepted':
      return recordSent(context, delivery, { provider_id: sent.id ?? null, reason: null })
    case 'written':
      return recordSent(context, delivery, { provider_id: null, reason: fileReason })
    case 'permanent':
      return settleUnsent(database, delivery, { state: 'failed', reason: shortReason(sent.reason) }, clock.now())
    case 'later': {
      const afterMs = Math.min(sent.afterMs ?? busyDelayMs, maxDelayMicros / 1_000)
      // A delivery with a slot does not count towards the limits of its entity again.
      const waiting = { until: clock.now() + afterMs * 1_000, reason: shortReason(sent.reason), slotAt: 0 }
      await postpone(database, delivery, waiting, clock.now())
      if (!sent.ofAddress) onBusy?.(afterMs)
      return
    }
    case 'unclear':
      // If the provider has accepted the message, its receipt ends the delivery before the next attempt.
      return recordUnclear(context, delivery, shortReason(sent.reason))
  }
}

async function recordSent(
  { database, clock }: DeliveryContext,
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

/** Records that an attempt failed, and schedules the next one. */
async function recordFailure(context: DeliveryContext, delivery: Leased, reason: string) {
  const next_attempt_at = nextAttempt(delivery.attempts, context.clock.now())
  await retryOrGiveUp(context, delivery, { next_attempt_at, reason, lease_until: null })
}

/** Schedules the next attempt for a time at which a receipt would have arrived. */
async function recordUnclear(context: DeliveryContext, delivery: Leased, reason: string) {
  const now = context.clock.now()
  const next_attempt_at = Math.max(nextAttempt(delivery.attempts, now), now + unclearDelayMicros)
  await retryOrGiveUp(context, delivery, { next_attempt_at, reason, lease_until: next_attempt_at })
}

async function retryOrGiveUp({ database, clock, log }: DeliveryContext, delivery: Leased, retry: Retry) {
  const { next_attempt_at, reason } = retry
  const isOver = next_attempt_at > delivery.give_up_at
  log.warn(
    { delivery: delivery.delivery_id, channel: delivery.channel, attempts: delivery.attempts, isOver },
    'Delivery attempt failed',
  )
  if (isOver) await settleUnsent(database, delivery, { state: 'failed', reason }, clock.now())
  else await scheduleRetry(database, delivery, retry)
}

/** Records that the message does not reach the contact, although no attempt failed just now. */
async function giveUp({ database, clock, log }: DeliveryContext, delivery: Leased, reason: string) {
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

const reasonOf = (error: unknown) => shortReason(error instanceof Error ? error.message : String(error))
