import type { MessageView } from '../channel.ts'
import { bubble } from './bubble.ts'
import type { WhatsAppMessage } from './message.ts'

/** Shows the message as the contact sees it. */
export const shownWhatsApp = (message: WhatsAppMessage): MessageView => ({
  text: textOf(message),
  html: bubble(message),
})

/** All that the message says, as one text. */
export function textOf(message: WhatsAppMessage): string {
  if (message.form === 'text') return message.text
  const { header, footer, answers } = message.chat
  if (message.form === 'picture') return message.text
  const buttons = answers.map(({ label }) => `[${label}]`).join(' ')
  return [header, message.text, footer, buttons].filter(Boolean).join('\n\n')
}
