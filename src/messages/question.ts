import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import type { AnswerName } from '../notifications/answer-name.ts'
import { addressed, fill, type MessageContext, told } from './message-context.ts'

/** Which of these notices, by their numbers, an answer is meant for. `message` is that of one of them. */
export function questionText(message: MessageContext, action: AnswerName, asked: Map<number, MessageContext>): Text {
  const { say } = told(message)
  const names = new Set([...asked.values()].map(({ notification }) => notification.contact.name))
  const choices = [...asked].map(([number, one]) => {
    const { entity, shortDay, time, name } = told(one).values
    // A telephone may be a family's.
    return `${number} = ${entity} ${shortDay} ${time}${names.size > 1 ? ` (${name})` : ''}`
  })
  return {
    channel: 'mobile',
    ...addressed(message),
    text: fewestSegments([oneLine(fill(say.question, { answer: say.answers[action], choices: choices.join('; ') }))]),
  }
}
