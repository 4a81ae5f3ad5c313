import type { AnswerName } from '../../answers/answer.ts'
import { fewestSegments } from '../channels/mobile/segments.ts'
import { oneLine } from '../one-line.ts'
import type { Text } from './message.ts'
import { addressed, fill, type Occasion, told } from './occasion.ts'

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
