import type { Message } from '../../channels/channel.ts'
import type { Content } from '../../channels/content.ts'
import { findChannel } from '../../channels/registry.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import type { DeliveryContext } from '../delivery/context.ts'
import { contentOf, partsOf } from './compose.ts'
import type { Draft } from './draft.ts'
import { envelopeOf, messageTexts } from './message-context.ts'

/** A message about the visits of several deliveries. Its id is that of the first one. */
export interface JointMessage {
  drafts: Draft[]
  message: Message
}

interface Line {
  draft: Draft
  content: Content
}

/** Writes joint texts about several visits. The messages of a text are of one kind and one day, and notices are also of one task.
 *  Drafts that are in none of them get messages of their own. */
export async function joinTexts(context: DeliveryContext, drafts: Draft[]): Promise<JointMessage[]> {
  const lines = (await Promise.all(drafts.map((draft) => lineOf(context, draft)))).flat()
  const groups = [...Map.groupBy(lines, sameText).values()].filter(({ length }) => length > 1)
  const joint = groups.map(async (group) => {
    const message = await joinLines(context, group)
    return message ? [{ drafts: group.map(({ draft }) => draft), message }] : []
  })
  return (await Promise.all(joint)).flat()
}

/** Writes the visit's part of a joint text. */
async function lineOf(context: DeliveryContext, draft: Draft): Promise<Line[]> {
  if (!draft.message.times) return []
  // A reply of one word would be ambiguous, so the text invites none.
  const content = await contentOf(context, draft, { ...partsOf(context, draft.delivery), takesReplies: false })
  return 'stopped' in content ? [] : [{ draft, content }]
}

const sameText = ({
  draft: {
    message: { notification, times, entity },
    delivery: { kind },
  },
}: Line) =>
  [kind, kind === 'notice' && notification.task_id, inZone(times!.startsAt, entity.time_zone).toPlainDate()].join(' ')

/** Joins the texts of visits, one in each line. Returns undefined if the joint text has more segments than the channel allows, or
 *  than its parts have together. */
async function joinLines({ config }: DeliveryContext, lines: Line[]): Promise<Message | undefined> {
  const { message, delivery } = lines[0]!.draft
  const { template, compose, takesReplies } = findChannel(delivery.channel)
  if (template.form !== 'text' || !template.measure || template.maxSegments === undefined) return undefined
  const { words, values } = messageTexts(message)
  const write = async (texts: string[]) => (await compose(envelopeOf(message), { texts: () => texts }))!
  const segmentsOf = async (text: string) => (await template.measure!(text)).segments
  const parts = await Promise.all(lines.map(async ({ content }) => (await write(content.texts())).text))
  const later = lines
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
