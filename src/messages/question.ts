import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Text } from '../delivery/message.ts'
import type { AnswerName } from '../notifications/answer-name.ts'
import { oneLine } from '../one-line.ts'
import { fill } from './fill.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** Asks for the number of the notice that an answer is for. `message` is the context of one of the notices. */
export function questionText(message: MessageContext, action: AnswerName, asked: Map<number, MessageContext>): Text {
  const { say } = messageTexts(message)
  const names = new Set([...asked.values()].map(({ notification }) => notification.contact.name))
  const choices = [...asked].map(([number, one]) => {
    const { entity, shortWhen, name } = messageTexts(one).values
    // Members of a family may share a telephone.
    return `${number} = ${entity} ${shortWhen}${names.size > 1 ? ` (${name})` : ''}`
  })
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments([oneLine(fill(say.question, { answer: say.answers[action], choices: choices.join('; ') }))]),
  }
}
