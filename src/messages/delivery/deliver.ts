import type { Message, Outcome, Sender } from '../../channels/channel.ts'
import { inTime } from '../../platform/scheduling/lease.ts'
import { type Draft, draftOf } from '../compose/draft.ts'
import type { JointMessage } from '../compose/join-texts.ts'
import type { DeliveryContext, UnsentReason } from './context.ts'
import { recordDeliveriesOfMessage } from './deliveries-of-message.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import { reserveSlot } from './limits.ts'
import { postponeTogether, reasonOf, recordFailure, recordOutcome, recordUnsent } from './outcomes.ts'

/** Delivers leased deliveries to one address: from due rows to the provider. Resolves when all outcomes are recorded. */
export async function deliver(context: DeliveryContext, group: LeasedDelivery[]) {
  const isReady = await attempt(context, group, () => prepareSender(context, group[0]!))
  if (!isReady) return
  // The state is read immediately before sending: the notification may be answered, superseded or withdrawn by now.
  const drafts = (await Promise.all(group.map((one) => draft(context, one)))).filter((one) => one !== undefined)
  const joint = drafts.length > 1 ? await join(context, drafts) : []
  const alone = drafts.filter((one) => !joint.some(({ drafts }) => drafts.includes(one)))
  await Promise.all([
    ...joint.map(({ drafts, message }) => sendJoint(context, drafts, message)),
    ...alone.map((one) => sendAlone(context, one)),
  ])
}

async function prepareSender({ senders }: DeliveryContext, { channel, test }: LeasedDelivery) {
  if (test === 0) await senders[channel].ready?.()
  return true
}

/** Returns the state of the visit for the message. Returns undefined and records the reason if no message is sent now. */
const draft = (context: DeliveryContext, delivery: LeasedDelivery) =>
  attempt(context, [delivery], async () => {
    const found = await draftOf(context, delivery)
    if ('message' in found) return found
    await recordUnsent(context, delivery, found)
    return undefined
  })

/** A visit whose message cannot be written must not hold back the others. */
async function join(context: DeliveryContext, drafts: Draft[]): Promise<JointMessage[]> {
  try {
    const { joinTexts } = await import('../compose/join-texts.ts')
    return await joinTexts(context, drafts)
  } catch (err) {
    context.log.warn(
      { channel: drafts[0]!.delivery.channel, err },
      'The service sends texts for one address separately, because it cannot join them',
    )
    return []
  }
}

const sendJoint = (context: DeliveryContext, drafts: Draft[], message: Message) =>
  send(
    context,
    drafts.map(({ delivery }) => delivery),
    async () => message,
  )

const sendAlone = (context: DeliveryContext, draft: Draft) =>
  send(context, [draft.delivery], async () => {
    // Loaded with the first message: the start does not wait for words, QR code and calendar.
    const { compose } = await import('../compose/compose.ts')
    return compose(context, draft)
  })

/** Sends a message. It has the id of the first delivery, which counts towards the limits of the entity. */
async function send(
  context: DeliveryContext,
  deliveries: LeasedDelivery[],
  write: () => Promise<Message | UnsentReason>,
) {
  const { database, clock } = context
  const [delivery] = deliveries as [LeasedDelivery]
  const isTest = delivery.test === 1
  const sender: Sender = context.senders[delivery.channel]
  const outcome = await attempt(context, deliveries, async (): Promise<Outcome | undefined> => {
    const message = await write()
    if (!('uid' in message)) return void (await recordUnsent(context, delivery, message))
    const wait = isTest ? undefined : await reserveSlot(database, delivery, clock.now())
    if (wait) return void (await postponeTogether(context, deliveries, wait))
    await recordDeliveriesOfMessage(database, deliveries)
    // The only place that sends messages of visits. A message of a test is not sent.
    return isTest ? { outcome: 'accepted' } : inTime(sender.send(message))
  })
  // Outside the attempt: a failure to record the outcome must not cause a second message.
  if (outcome) await recordOutcome(context, deliveries, outcome)
}

/** Returns the result of an act, or undefined if it fails: the deliveries are then tried again later. */
async function attempt<Result>(
  context: DeliveryContext,
  deliveries: LeasedDelivery[],
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    await recordFailure(context, deliveries, reasonOf(error))
    return undefined
  }
}
