import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Acknowledged } from '../delivery/kind.ts'
import type { Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { envelope, fill, type MessageContext, messageTexts } from './message-context.ts'

/** Tells the contact the effect of an answer by text message. */
export function acknowledgementText(message: MessageContext & { state: Acknowledged }): Text {
  const { say, values } = messageTexts(message)
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments([oneLine(fill(say.acknowledgements[message.state], values))]),
  }
}
