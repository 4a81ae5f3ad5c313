import type { FastifyBaseLogger } from 'fastify'
import { answerLink, hashAnswerLink } from '../answers/answer-link.ts'
import type { Database } from '../database/database.ts'
import { findEntity } from '../entities/entity.ts'
import type { Clock } from '../instant.ts'
import { readNotification } from '../notifications/notification.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Secret } from '../secret.ts'
import type { Channel as ChannelName } from './address.ts'
import { type Channel, PermanentFailure } from './channels/channel.ts'
import { writeMessage } from './message.ts'
import { changeLink, type Leased, leaseDue, retryAt, settle } from './outbox.ts'
import { nextAttempt } from './retry.ts'

const atOnce = 10

export type Channels = Record<ChannelName, Channel>

export interface DeliveryContext {
  database: Database
  channels: Channels
  secret: Secret
  clock: Clock
  log: FastifyBaseLogger
  /** The address under which contacts reach this service. */
  origin: () => string
}

/** Sends what is due, some at a time. Gives how many were tried: none when nothing is due. */
export async function deliverDue(context: DeliveryContext): Promise<number> {
  const leased = await leaseDue(context.database, atOnce, context.clock.now())
  await Promise.all(leased.map((delivery) => attempt(context, delivery)))
  return leased.length
}

async function attempt(context: DeliveryContext, delivery: Leased) {
  const { database, channels, clock, log } = context
  try {
    // Read at the last moment: nothing goes out for what was answered, superseded or withdrawn since.
    const message = await messageOf(context, delivery)
    if (typeof message === 'string') return settle(database, delivery, { state: 'stopped', reason: message })
    await channels[delivery.channel].send(message)
    await settle(database, delivery, { state: 'sent', sent_at: clock.now(), reason: null })
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

/** What to send, or why nothing is sent any more. */
async function messageOf({ database, secret, clock, origin }: DeliveryContext, delivery: Leased) {
  const { entity_id, delivery_id, channel, uid } = delivery
  const row = await database
    .selectFrom('notifications')
    .selectAll()
    .where('entity_id', '=', entity_id)
    .where('notification_id', '=', delivery.notification_id)
    .executeTakeFirstOrThrow()
  if (row.state !== 'open') return row.state
  const notification = readNotification(row)
  const startsAt = findPlugin(notification.category, notification.target)?.startsAt(notification.params)
  if (startsAt !== undefined && startsAt <= clock.now()) return 'too late'
  const entity = (await findEntity(database, entity_id))!
  const answer = answerLink(secret, entity_id, delivery_id)
  // With another SECRET_KEY since it was taken, the link is another, and has to be found.
  if (hashAnswerLink(answer) !== delivery.link_hash) await changeLink(database, delivery, hashAnswerLink(answer))
  const link = `${origin()}/a/${answer}`
  return writeMessage({ deliveryId: delivery_id, to: { channel, uid }, entity, notification, startsAt, link })
}

// Long enough for what a server says, short enough for a table. Control characters are nobody's reason.
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)
