import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import type { AnswerName } from '../lifecycle/answer.ts'
import { addressed, fill, type Occasion, told } from './message-context.ts'

/** Which of these notices, by their numbers, an answer is meant for. `occasion` is that of one of them. */
export function questionText(occasion: Occasion, action: AnswerName, asked: Map<number, Occasion>): Text {
  const { say } = told(occasion)
  const names = new Set([...asked.values()].map(({ notification }) => notification.contact.name))
  const choices = [...asked].map(([number, one]) => {
    const { entity, shortDay, time, name } = told(one).values
    // A telephone may be a family's.
    return `${number} = ${entity} ${shortDay} ${time}${names.size > 1 ? ` (${name})` : ''}`
  })
  return {
    channel: 'mobile',
    ...addressed(occasion),
    text: fewestSegments([oneLine(fill(say.question, { answer: say.answers[action], choices: choices.join('; ') }))]),
  }
}
