import type { Text } from '../channels/message.ts'
import { fewestSegments } from '../channels/mobile/segments.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** Asks whether the contact means the visit, or the messages. */
export function clarificationText(message: MessageContext): Text {
  const { say, write } = messageTexts(message)
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments(say.cancelOrStop.map(write)),
  }
}
