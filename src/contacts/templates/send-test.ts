import type { Static } from 'typebox'
import { readAddress } from '../../channels/address.ts'
import type { Message, Outcome, Sender } from '../../channels/channel.ts'
import type { TemplateKey } from '../../messages/compose/find-template.ts'
import { isOptedOut } from '../../messages/opt-outs/opt-out.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import { checkedDraft } from './operations.ts'
import { type RenderContext, testMessage } from './render.ts'
import type { TestRequest } from './template.ts'

/** Sends a message to an example contact at an address, marked as a test.
 *  @param findSender returns undefined until the channels are open
 *  @param count counts the test immediately before it is sent, and throws if there were too many
 *  @throws Problem invalid-body, overloaded, message-not-sent */
export async function sendTest(
  rendering: RenderContext,
  findSender: () => Sender | undefined,
  key: TemplateKey,
  request: Static<typeof TestRequest>,
  count: () => void,
) {
  const message = await composeTest(rendering, key, request)
  const sender = findSender()
  if (!sender) throw new Problem('overloaded')
  count()
  const unsent = await attempt(sender, message)
  if (unsent) throw new Problem('message-not-sent', { reason: unsent.reason })
}

/** Composes a message to an example contact at an address, marked as a test.
 *  @throws Problem invalid-body */
export async function composeTest(
  rendering: RenderContext,
  key: TemplateKey,
  { uid: given, ...draft }: Static<typeof TestRequest>,
): Promise<Message> {
  const uid = await testAddress(rendering, key, given)
  return testMessage(rendering, key, uid, await checkedDraft(rendering, key, draft))
}

async function testAddress({ database }: RenderContext, { entity_id, channel }: TemplateKey, given: string) {
  const read = await readAddress({ channel, uid: given })
  if ('fault' in read) throw invalidBody([{ pointer: '/uid', reason: read.fault }])
  const { address } = read
  if (!(await isOptedOut(database, entity_id, address))) return address.uid
  throw invalidBody([{ pointer: '/uid', reason: 'has opted out of messages from this entity' }])
}

/** Why a message was not sent, or perhaps not. `failed`: a retry may succeed. */
interface TestRefusal {
  outcome: Exclude<Outcome['outcome'], 'accepted' | 'written'> | 'failed'
  /** Written as in deliveries. */
  reason: string
}

/** Sends a message once, without the outbox. Returns undefined if the server took it, or if it was written to a file. */
export async function attempt(sender: Sender, message: Message): Promise<TestRefusal | undefined> {
  try {
    await sender.ready?.()
    const sent = await sender.send(message)
    if (sent.outcome === 'accepted' || sent.outcome === 'written') return undefined
    return { outcome: sent.outcome, reason: shortReason(sent.reason) }
  } catch (error) {
    return { outcome: 'failed', reason: shortReason((error as Error).message) }
  }
}
