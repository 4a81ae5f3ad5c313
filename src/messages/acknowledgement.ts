import type { Acknowledged } from '../delivery/kind.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** Tells the contact the effect of an answer. */
export function acknowledgementTexts(message: MessageContext & { state: Acknowledged }): string[] {
  const { say, details, write } = messageTexts(message)
  const toKnow = details('confirmation').filter(({ key }) => key !== 'doctor')
  const isWithDetails = message.state === 'confirmed' && toKnow.length > 0
  const sentences = isWithDetails ? say.confirmedWithDetails : say.acknowledgements[message.state]
  return sentences.map(write)
}
