import type { Envelope, Message, Shown } from '../channel.ts'
import type { Chat, Content } from '../content.ts'
import { bubble } from './bubble.ts'

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

/** Shows the message as the contact sees it. */
export const shownWhatsApp = (message: WhatsAppMessage): Shown => ({ text: textOf(message), html: bubble(message) })

/** All that the message says, as one text. */
export function textOf(message: WhatsAppMessage): string {
  if (message.form === 'text') return message.text
  const { header, footer, answers } = message.chat
  if (message.form === 'picture') return message.text
  const buttons = answers.map(({ label }) => `[${label}]`).join(' ')
  return [header, message.text, footer, buttons].filter(Boolean).join('\n\n')
}
