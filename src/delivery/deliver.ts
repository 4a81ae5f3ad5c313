import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Message, PermanentFailure, type Sender } from '../channels/channel.ts'
import type { Senders } from '../channels/open-channels.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../instant.ts'
import { oneLine } from '../one-line.ts'
import type { Secret } from '../secret.ts'
import type { DueScan } from './due-scan.ts'
import type { MessageKind } from './kind.ts'
import { type Leased, lease, retryAt, settle } from './outbox.ts'
import { leaseMicros, nextAttempt } from './retry.ts'

const maxRecordTries = 30

/** Composes a delivery's message from the current state, or returns the reason to stop the delivery. */
export type Composer = (context: DeliveryContext, delivery: Leased) => Promise<Message | { stopped: string }>

export interface DeliveryContext {
  database: Database
  channels: Senders
  config: Pick<Config, 'servers'>
  /** Keyed by kind of message, and loaded on the first delivery. */
  composers: () => Promise<Record<MessageKind, Composer>>
  secret: Secret
  clock: Clock
  /** Returns the clock for the next deliveries, or undefined after a jump of the wall clock. */
  steadyClock: () => Clock | undefined
  log: FastifyBaseLogger
  /** Returns the origin at which contacts reach this service. */
  origin: () => string
}

/** Leases up to `count` due deliveries, and starts an attempt of each. An attempt resolves when its outcome is recorded.
 *  Another process can lease what `due` counts. After a jump of the wall clock, nothing is due, and all deliveries and
 *  leases stay unchanged. */
export async function startDue(
  context: DeliveryContext,
  scan: DueScan,
  count: number,
): Promise<{ due: number; attempts: Promise<void>[] }> {
  const clock = context.steadyClock()
  if (!clock) return { due: 0, attempts: [] }
  const due = await scan.next(count, clock)
  const leased = await lease(context.database, { channel: scan.channel, due, now: clock.now() })
  return { due: due.length, attempts: leased.map((delivery) => attempt({ ...context, clock }, delivery)) }
}

async function attempt(context: DeliveryContext, delivery: Leased) {
  const { database, channels, composers, clock } = context
  if (delivery.give_up_at < clock.now()) {
    return settle(database, delivery, {
      state: 'failed',
      reason: delivery.reason ?? 'the time for delivery ended before the first attempt',
    })
  }
  const sender: Sender = channels[delivery.channel]
  let provider_id: string | undefined
  try {
    await sender.ready?.()
    const compose = (await composers())[delivery.kind]
    // Read the state immediately before sending: the notification may be answered, superseded or withdrawn by now.
    const message = await compose(context, delivery)
    if ('stopped' in message) return settle(database, delivery, { state: 'stopped', reason: message.stopped })
    provider_id = await inTime(sender.send(message))
  } catch (error) {
    return recordFailure(context, delivery, error)
  }
  // Outside the try block: a failure to record the outcome must not cause a second message.
  await recordSent(context, delivery, provider_id ?? null)
}

async function recordSent({ database, clock }: DeliveryContext, delivery: Leased, provider_id: string | null) {
  const sent = { state: 'sent', sent_at: clock.now(), provider_id } as const
  for (let tries = 1; ; tries++) {
    try {
      return await settle(database, delivery, sent)
    } catch (error) {
      if (tries === maxRecordTries) throw error
      await delay(1_000)
    }
  }
}

async function recordFailure({ database, clock, log }: DeliveryContext, delivery: Leased, error: unknown) {
  const reason = reasonOf(error)
  const next = nextAttempt(delivery.attempts, clock.now())
  const isOver = error instanceof PermanentFailure || next > delivery.give_up_at
  log.warn(
    { delivery: delivery.delivery_id, channel: delivery.channel, attempts: delivery.attempts, isOver },
    'Delivery attempt failed',
  )
  if (isOver) await settle(database, delivery, { state: 'failed', reason })
  else await retryAt(database, delivery, next, reason)
}

/** Rejects 30 s before the lease ends. */
async function inTime<T>(sending: Promise<T>): Promise<T> {
  const late = new AbortController()
  const waiting = delay(leaseMicros / 1_000 - 30_000, undefined, { signal: late.signal, ref: false })
  try {
    return await Promise.race([
      sending,
      waiting.then(() => {
        throw new Error('the attempt timed out')
      }),
    ])
  } finally {
    late.abort()
  }
}

// A server's error text may have any length. 300 characters fit into a table cell.
const reasonOf = (error: unknown) => oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300)
