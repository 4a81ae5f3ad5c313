import { scheduler } from 'node:timers/promises'
import type { Message, Outcome, Sender } from '../../channels/channel.ts'
import type { Senders } from '../../channels/open-channels.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { inTime } from '../../platform/scheduling/lease.ts'
import type { SteadyClock, WorkClock } from '../../platform/scheduling/steady-clock.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { DueDeliveries } from './due-deliveries.ts'
import { forgetEarlier, markJoint, takesJointTexts } from './joint-texts.ts'
import { reserveSlot } from './limits.ts'
import { type Leased, postpone, settleUnsent } from './outbox.ts'
import { giveUp, type OutcomeContext, postponeTogether, reasonOf, recordFailure, recordOutcome } from './outcomes.ts'

/** Composes a delivery's message from the current state, or returns the reason to stop the delivery, or until when it waits. */
export type Compose = (context: DeliveryContext, delivery: Leased) => Promise<Message | Unsent>

/** Why the service sends no message now. `stopped`: the message no longer applies. `failed`: it should have been sent. */
export type Unsent = { stopped: string } | { failed: string } | { until: Instant; reason: string }

/** A message about the visits of several deliveries. Its id is that of the first one. */
interface JointMessage {
  deliveries: Leased[]
  message: Message
}

/** Composes joint messages of deliveries to one address. Deliveries that are in none of them get messages of their own. */
export type ComposeJoint = (context: DeliveryContext, deliveries: Leased[]) => Promise<JointMessage[]>

export interface DeliveryContext extends OutcomeContext {
  senders: Senders
  config: Pick<Config, 'servers' | 'deliverForMicros'>
  compose: Compose
  composeJoint: ComposeJoint
  secret: Secret
  clock: WorkClock
  /** Returns the origin at which contacts reach this service. */
  origin: () => string
}

/** The context of deliveries, without the clock of a batch. */
export interface WorkContext extends Omit<DeliveryContext, 'clock'> {
  steadyClock: SteadyClock
}

/** Leases due deliveries of up to `count` messages, and starts an attempt of each. An attempt resolves when its outcome is recorded.
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
  for (const [first, ...others] of leased) {
    const ofTime = { ...context, clock }
    onStart(others.length === 0 ? attemptAlone(ofTime, first!) : attemptJointly(ofTime, [first!, ...others]))
    // Composing a message takes 2 ms. On SQLite, the event loop would be blocked until all are composed.
    await scheduler.yield()
  }
  return due.length
}

/** Sends joint messages for the deliveries that fit into them, and the others alone. */
async function attemptJointly(context: DeliveryContext, group: Leased[]) {
  const { senders, composeJoint, log } = context
  try {
    await senders[group[0]!.channel].ready?.()
  } catch (error) {
    return recordFailure(context, group, reasonOf(error))
  }
  // A visit whose message cannot be composed must not hold back the others.
  const joint = await composeJoint(context, group).catch((err): JointMessage[] => {
    log.warn(
      { channel: group[0]!.channel, err },
      'The service sends texts for one address separately, because it cannot join them',
    )
    return []
  })
  const alone = group.filter((one) => !joint.some(({ deliveries }) => deliveries.includes(one)))
  await Promise.all([
    ...joint.map(({ deliveries, message }) => attempt(context, deliveries, async () => message)),
    ...alone.map((delivery) => attemptAlone(context, delivery)),
  ])
}

function attemptAlone(context: DeliveryContext, delivery: Leased) {
  // Read the state immediately before sending: the notification may be answered, superseded or withdrawn by now.
  return attempt(context, [delivery], () => context.compose(context, delivery))
}

/** Sends a message. It has the id of the first delivery, which counts towards the limits of the entity. */
async function attempt(context: DeliveryContext, deliveries: Leased[], write: () => Promise<Message | Unsent>) {
  const { database, senders, clock } = context
  const [delivery] = deliveries as [Leased]
  const sender: Sender = senders[delivery.channel]
  const isTest = delivery.test === 1
  let sent: Outcome
  try {
    if (!isTest) await sender.ready?.()
    const message = await write()
    if ('stopped' in message)
      return settleUnsent(database, delivery, { state: 'stopped', reason: message.stopped }, clock.now())
    if ('failed' in message) return giveUp(context, delivery, message.failed)
    if ('until' in message) return postpone(database, delivery, message, clock.now())
    const wait = isTest ? undefined : await reserveSlot(database, delivery, clock.now())
    if (wait) return postponeTogether(context, deliveries, wait)
    if (takesJointTexts(delivery.channel)) await forgetEarlier(database, deliveries)
    if (deliveries.length > 1) await markJoint(database, deliveries)
    // The only place that sends messages of visits: those of tests end here.
    sent = isTest ? { outcome: 'accepted' } : await inTime(sender.send(message))
  } catch (error) {
    return recordFailure(context, deliveries, reasonOf(error))
  }
  // Outside the try block: a failure to record the outcome must not cause a second message.
  await recordOutcome(context, deliveries, sent)
}
