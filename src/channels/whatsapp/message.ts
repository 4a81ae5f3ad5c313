import type { Envelope, Message } from '../channel.ts'
import type { Chat, Content } from '../content.ts'

/** A WhatsApp message: an approved template with its values, or a text or a picture within a conversation. */
export type WhatsAppMessage = Message &
  ({ form: 'template'; chat: Chat } | { form: 'picture'; chat: Chat; picture: Buffer } | { form: 'text' })

/** Composes the message. Outside a conversation, Meta takes only templates. */
export async function composeWhatsApp(to: Envelope, content: Content): Promise<WhatsAppMessage | undefined> {
  const chat = content.chat?.()
  if (chat?.picture && to.isConversation)
    return { ...to, form: 'picture', chat, picture: chat.picture, text: withValues(chat) }
  if (chat) return { ...to, form: 'template', chat, text: withValues(chat) }
  return to.isConversation ? { ...to, form: 'text', text: content.texts()[0]! } : undefined
}

const withValues = ({ body, values }: Chat) =>
  body.replaceAll(/\{\{(\d+)\}\}/g, (_, number: string) => values[Number(number) - 1]!)
