import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Clock } from '../instant.ts'
import type { ChannelName } from '../notifications/address.ts'
import type { Secret } from '../secret.ts'
import { type Channel, PermanentFailure } from './channels/channel.ts'
import type { Kind } from './kind.ts'
import type { Mail, Message, Text } from './message.ts'
import { oneLine } from './one-line.ts'
import { type Leased, leaseDue, retryAt, settle } from './outbox.ts'
import { leaseMicros, nextAttempt } from './retry.ts'

const atOnce = 10
const notingTries = 30

export interface Channels {
  mobile: Channel<Text>
  email: Channel<Mail>
}

/** Writes the message of a delivery, from how things stand now; or says why nothing is sent any more. */
export type Composer = (context: DeliveryContext, delivery: Leased) => Promise<Message | { stopped: string }>

export interface DeliveryContext {
  database: Database
  channels: Channels
  /** By the kind of delivery; loaded with the first one. */
  composers: () => Promise<Record<Kind, Composer>>
  secret: Secret
  clock: Clock
  /** The clock of the next batch; none while the wall clock cannot be trusted. */
  steadyClock: () => Clock | undefined
  log: FastifyBaseLogger
  /** The address under which contacts reach this service. */
  origin: () => string
}

/** Sends the deliveries that are due on a channel, some at a time. Gives how many were tried: none when none is due, or
 *  when the wall clock jumped a short while ago. Nothing is sent, given up or taken over then. */
export async function deliverDue(context: DeliveryContext, channel: ChannelName): Promise<number> {
  const clock = context.steadyClock()
  if (!clock) return 0
  const leased = await leaseDue(context.database, channel, atOnce, clock.now())
  const outcomes = await Promise.allSettled(leased.map((delivery) => attempt({ ...context, clock }, delivery)))
  // Only when none is under way any more.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return leased.length
}

async function attempt(context: DeliveryContext, delivery: Leased) {
  const { database, channels, composers, clock } = context
  if (delivery.give_up_at < clock.now()) {
    return settle(database, delivery, { state: 'failed', reason: delivery.reason ?? 'given up before it was tried' })
  }
  let provider_id: string | undefined
  try {
    await channels[delivery.channel].ready?.()
    const compose = (await composers())[delivery.kind]
    // At the last moment, so that nothing is sent for a notification that was answered, superseded or withdrawn since.
    const message = await compose(context, delivery)
    if ('stopped' in message) return settle(database, delivery, { state: 'stopped', reason: message.stopped })
    provider_id = await inTime(send(channels, message))
  } catch (error) {
    return noteFailure(context, delivery, error)
  }
  // Apart from the sending: that this cannot be noted is no reason to send again.
  await noteSent(context, delivery, provider_id ?? null)
}

async function noteSent({ database, clock }: DeliveryContext, delivery: Leased, provider_id: string | null) {
  const sent = { state: 'sent', sent_at: clock.now(), provider_id, reason: null } as const
  for (let tries = 1; ; tries++) {
    try {
      return await settle(database, delivery, sent)
    } catch (error) {
      if (tries === notingTries) throw error
      await delay(1_000)
    }
  }
}

async function noteFailure({ database, clock, log }: DeliveryContext, delivery: Leased, error: unknown) {
  const reason = reasonOf(error)
  const next = nextAttempt(delivery.attempts, clock.now())
  const isOver = error instanceof PermanentFailure || next > delivery.give_up_at
  log.warn(
    { delivery: delivery.delivery_id, channel: delivery.channel, attempts: delivery.attempts, isOver },
    'not delivered',
  )
  if (isOver) await settle(database, delivery, { state: 'failed', reason })
  else await retryAt(database, delivery, next, reason)
}

/** What a channel gives, unless it takes so long that the lease would end. */
async function inTime<T>(sending: Promise<T>): Promise<T> {
  const late = new AbortController()
  const waiting = delay(leaseMicros / 1_000 - 30_000, undefined, { signal: late.signal, ref: false })
  try {
    return await Promise.race([
      sending,
      waiting.then(() => {
        throw new Error('it took too long')
      }),
    ])
  } finally {
    late.abort()
  }
}

const send = ({ email, mobile }: Channels, message: Message) =>
  message.channel === 'email' ? email.send(message) : mobile.send(message)

// Long enough for what a server says, short enough for a table. Control characters are nobody's reason.
const reasonOf = (error: unknown) => oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300)
