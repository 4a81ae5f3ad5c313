import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Attachment, Incoming, Reply } from '../incoming.ts'
import { receiptOf } from './outcomes.ts'
import { readPayload } from './payload.ts'
import { readReference } from './request.ts'

const text = Type.String()
const optional = Type.Optional(text)

// What the service reads of https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components. Meta adds members.
const Contained = Type.Optional(Type.Object({ caption: optional }))
const IncomingMessage = Type.Object({
  id: text,
  from: text,
  timestamp: text,
  type: text,
  text: Type.Optional(Type.Object({ body: text })),
  button: Type.Optional(Type.Object({ payload: optional, text: optional })),
  interactive: Type.Optional(Type.Object({ button_reply: Type.Optional(Type.Object({ id: text, title: text })) })),
  // Without an emoji, the contact has removed the reaction.
  reaction: Type.Optional(Type.Object({ message_id: text, emoji: optional })),
  image: Contained,
  video: Contained,
  document: Contained,
})
const Status = Type.Object({
  id: text,
  status: text,
  recipient_id: optional,
  biz_opaque_callback_data: optional,
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.Integer(),
        title: optional,
        message: optional,
        error_data: Type.Optional(Type.Object({ details: optional })),
      }),
    ),
  ),
})
const Change = Type.Object({
  field: Type.Literal('messages'),
  value: Type.Object({
    metadata: Type.Object({ phone_number_id: text }),
    messages: Type.Optional(Type.Array(Type.Unknown())),
    statuses: Type.Optional(Type.Array(Type.Unknown())),
  }),
})
const Webhook = Type.Object({ entry: Type.Array(Type.Object({ changes: Type.Array(Type.Unknown()) })) })

/** Takes the messages and statuses of a verified webhook for this telephone number, one after another. Ignores any other content. */
export async function takeWebhook(incoming: Incoming, secret: Secret, phoneNumberId: string, webhook: unknown) {
  if (!Value.Check(Webhook, webhook)) return
  for (const change of webhook.entry.flatMap(({ changes }) => changes)) {
    if (!Value.Check(Change, change) || change.value.metadata.phone_number_id !== phoneNumberId) continue
    const { messages = [], statuses = [] } = change.value
    for (const message of messages)
      if (Value.Check(IncomingMessage, message) && !isRemovedReaction(message))
        await incoming.reply(replyOf(secret, message))
    // Together: the id of an unknown message is looked for during two seconds.
    await Promise.all(statuses.map((status) => Value.Check(Status, status) && takeStatus(incoming, status)))
  }
}

const outcomes = ['sent', 'delivered', 'read'] as const

async function takeStatus(incoming: Incoming, { id, status, errors, recipient_id, ...sent }: Static<typeof Status>) {
  const outcome = outcomes.find((one) => one === status)
  if (!outcome && status !== 'failed') return
  const receipt = outcome ? { outcome } : receiptOf(errors?.[0], id)
  const delivery = readReference(sent.biz_opaque_callback_data)
  if (delivery) await incoming.receiptOf(delivery, receipt)
  else await incoming.receipt([id], `+${recipient_id}`, receipt)
}

const attachments: Record<string, Attachment> = {
  audio: 'audio',
  image: 'image',
  sticker: 'image',
  video: 'video',
  document: 'document',
  location: 'location',
}

const isRemovedReaction = ({ type, reaction }: Static<typeof IncomingMessage>) =>
  type === 'reaction' && !reaction?.emoji

function replyOf(secret: Secret, message: Static<typeof IncomingMessage>): Reply {
  const { id, from, timestamp, type, button, interactive } = message
  const tapped = readPayload(secret, button?.payload ?? interactive?.button_reply?.id ?? '')
  const written = message.text?.body ?? button?.text ?? interactive?.button_reply?.title ?? message.reaction?.emoji
  const caption = (message.image ?? message.video ?? message.document)?.caption
  return {
    id,
    uid: `+${from}`,
    text: written ?? caption ?? '',
    ...(/^\d{1,10}$/.test(timestamp) && { sentAt: Number(timestamp) * 1_000_000 }),
    ...(tapped && { tapped }),
    ...((button || interactive) && { isLabel: true }),
    ...(message.reaction && { reactedTo: message.reaction.message_id }),
    ...(written === undefined && { attachment: attachments[type] ?? 'other' }),
  }
}
