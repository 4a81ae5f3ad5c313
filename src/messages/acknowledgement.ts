import type { Text } from '../channels/message.ts'
import { fewestSegments } from '../channels/mobile/segments.ts'
import type { Acknowledged } from '../delivery/kind.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** Tells the contact the effect of an answer by text message. */
export function acknowledgementText(message: MessageContext & { state: Acknowledged }): Text {
  const { say, details, write } = messageTexts(message)
  const toKnow = details('confirmation').filter(({ key }) => key !== 'doctor')
  const isWithDetails = message.state === 'confirmed' && toKnow.length > 0
  const sentences = isWithDetails ? say.confirmedWithDetails : say.acknowledgements[message.state]
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments(sentences.map(write)),
  }
}
