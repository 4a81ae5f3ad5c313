import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Clock } from '../instant.ts'
import type { Secret } from '../secret.ts'
import type { Channel as ChannelName } from './address.ts'
import { type Channel, PermanentFailure } from './channels/channel.ts'
import type { Mail, Message, Text } from './messages/message.ts'
import { type Leased, leaseDue, retryAt, settle } from './outbox.ts'
import { nextAttempt } from './retry.ts'

const atOnce = 10

export interface Channels {
  mobile: Channel<Text>
  email: Channel<Mail>
}

export interface DeliveryContext {
  database: Database
  channels: Channels
  secret: Secret
  clock: Clock
  log: FastifyBaseLogger
  /** The address under which contacts reach this service. */
  origin: () => string
}

/** Sends what is due on a channel, some at a time. Gives how many were tried: none when nothing is due. */
export async function deliverDue(context: DeliveryContext, channel: ChannelName): Promise<number> {
  const leased = await leaseDue(context.database, channel, atOnce, context.clock.now())
  await Promise.all(leased.map((delivery) => attempt(context, delivery)))
  return leased.length
}

async function attempt(context: DeliveryContext, delivery: Leased) {
  const { database, channels, clock, log } = context
  try {
    // The words, the QR code and the calendar take 100 ms to load, which the start need not wait for.
    const { compose } = await import('./compose.ts')
    // At the last moment: nothing goes out for what was answered, superseded or withdrawn since.
    const message = await compose(context, delivery)
    if ('stopped' in message) return settle(database, delivery, { state: 'stopped', reason: message.stopped })
    const provider_id = (await send(channels, message)) ?? null
    await settle(database, delivery, { state: 'sent', sent_at: clock.now(), provider_id, reason: null })
  } catch (error) {
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
}

const send = ({ email, mobile }: Channels, message: Message) =>
  message.channel === 'email' ? email.send(message) : mobile.send(message)

// Long enough for what a server says, short enough for a table. Control characters are nobody's reason.
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)
