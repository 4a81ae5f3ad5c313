import type { Static } from 'typebox'
import { normalAddress } from '../channels/address.ts'
import type { Message, Sender } from '../channels/channel.ts'
import { findChannel } from '../channels/registry.ts'
import { shortReason } from '../delivery/deliver.ts'
import { Problem } from '../errors.ts'
import { invalidBody } from '../invalid-body.ts'
import type { TemplateKey } from '../messages/find-template.ts'
import { isOptedOut } from '../opt-outs/opt-out.ts'
import { checkedDraft } from './operations.ts'
import { type Rendering, testMessage } from './render.ts'
import type { TestRequest } from './template.ts'

/** Sends a message to an example contact at an address, marked as a test.
 *  @param findSender returns undefined until the channels are open
 *  @param count counts the test immediately before it is sent, and rejects if there were too many
 *  @throws Problem invalid-body, overloaded, message-not-sent */
export async function sendTest(
  rendering: Rendering,
  findSender: () => Sender | undefined,
  key: TemplateKey,
  { uid: given, ...draft }: Static<typeof TestRequest>,
  count: () => Promise<void>,
) {
  const uid = await testAddress(rendering, key, given)
  const message = await testMessage(rendering, key, uid, await checkedDraft(rendering, key, draft))
  const sender = findSender()
  if (!sender) throw new Problem('overloaded')
  await count()
  await sendNow(sender, message)
}

async function testAddress({ database }: Rendering, { entity_id, channel }: TemplateKey, given: string) {
  const address = normalAddress({ channel, uid: given }, undefined)
  if (!address) throw invalidBody([{ pointer: '/uid', reason: findChannel(channel).address.faults.alone }])
  if (!(await isOptedOut(database, entity_id, address))) return address.uid
  throw invalidBody([{ pointer: '/uid', reason: 'has opted out of messages from this entity' }])
}

/** The reason is written as in deliveries. */
async function sendNow(sender: Sender, message: Message) {
  const sent = await send(sender, message).catch((error: Error) => ({ outcome: 'failed', reason: error.message }))
  if ('reason' in sent) throw new Problem('message-not-sent', { reason: shortReason(sent.reason) })
}

async function send(sender: Sender, message: Message) {
  await sender.ready?.()
  return sender.send(message)
}
