import { type MessageContext, messageTexts } from './message-context.ts'

/** Asks whether the contact means the visit, or the messages. */
export function clarificationTexts(message: MessageContext): string[] {
  const { say, write } = messageTexts(message)
  return say.cancelOrStop.map(write)
}
