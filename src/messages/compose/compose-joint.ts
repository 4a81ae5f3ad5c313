import type { Message } from '../../channels/channel.ts'
import { findChannel } from '../../channels/registry.ts'
import { inZone } from '../../platform/time/instant.ts'
import type { ComposeJoint, DeliveryContext } from '../delivery/deliver.ts'
import type { Leased } from '../delivery/outbox.ts'
import { type Draft, draftOf, partsOf } from './compose.ts'
import { envelopeOf, messageTexts } from './message-context.ts'
import { writers } from './write-message.ts'

/** A delivery with its message. */
interface Drafted extends Draft {
  delivery: Leased
}

/** Composes the texts about several visits. Their messages are of one kind and one day, and notices are also of one task. */
export const composeJoint: ComposeJoint = async (context, deliveries) => {
  const drafts = (await Promise.all(deliveries.map((delivery) => draftLine(context, delivery)))).flat()
  const groups = [...Map.groupBy(drafts, sameText).values()].filter(({ length }) => length > 1)
  const joint = groups.map(async (group) => {
    const message = await joinTexts(context, group)
    return message ? [{ deliveries: group.map(({ delivery }) => delivery), message }] : []
  })
  return (await Promise.all(joint)).flat()
}

/** Writes the visit's part of a joint text. Returns none for a message that waits or is stopped. */
async function draftLine(context: DeliveryContext, delivery: Leased): Promise<Drafted[]> {
  if (delivery.kind !== 'notice' && delivery.kind !== 'reminder') return []
  // A reply of one word would be ambiguous, so the text invites none.
  const parts = { ...partsOf(context, delivery), takesReplies: false }
  const write = writers[delivery.kind]
  const draft = await draftOf(context, delivery, (message) => write(parts, message))
  return 'content' in draft && draft.message.times ? [{ ...draft, delivery }] : []
}

const sameText = ({ message: { notification, times, entity }, delivery: { kind } }: Drafted) =>
  [kind, kind === 'notice' && notification.task_id, inZone(times!.startsAt, entity.time_zone).toPlainDate()].join(' ')

/** Joins the texts of visits, one in each line. Returns undefined if the joint text has more segments than the channel allows, or
 *  than its parts have together. */
async function joinTexts({ config }: DeliveryContext, drafts: Drafted[]): Promise<Message | undefined> {
  const [{ message, delivery }] = drafts as [Drafted]
  const { template, compose, takesReplies } = findChannel(delivery.channel)
  if (template.form !== 'text' || !template.measure || template.maxSegments === undefined) return undefined
  const { words, values } = messageTexts(message)
  const write = async (texts: string[]) => (await compose(envelopeOf(message), { texts: () => texts }))!
  const segmentsOf = async (text: string) => (await template.measure!(text)).segments
  const parts = await Promise.all(drafts.map(async ({ content }) => (await write(content.texts())).text))
  const later = drafts
    .slice(1)
    .map(async ({ content }) => (await write(content.texts().map((text) => withoutClinic(text, values.entity)))).text)
  const text = [parts[0]!, ...(await Promise.all(later))].join('\n')
  const endings = takesReplies(config.servers[delivery.channel]) ? words.stop : []
  const joint = await write([...endings.map((ending) => `${text}\n${ending}`), text])
  const [segments, ...ofParts] = await Promise.all([joint.text, ...parts].map(segmentsOf))
  const sum = ofParts.reduce((total, count) => total + count, 0)
  return segments! <= Math.min(template.maxSegments, sum) ? joint : undefined
}

/** Removes the name of the clinic from the start of a text, because the text before it has the name. */
const withoutClinic = (text: string, clinic: string) =>
  text.replace(new RegExp(`^\u2068?${RegExp.escape(clinic)}\u2069?\\s?:\\s`), '')
