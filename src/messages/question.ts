import type { AnswerName } from '../plugins/answer-name.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** Asks for the number of the notice that an answer is for. `message` is the context of one of the notices. */
export function questionTexts(
  message: MessageContext,
  action: AnswerName,
  asked: Map<number, MessageContext>,
): string[] {
  const { say, fill } = messageTexts(message)
  const choices = [...asked].map(([number, one]) => {
    const { parties, entity, shortWhen } = messageTexts(one).values
    const [named, unnamed] = [parties, entity].map((who) =>
      fill(say.choice, { number: `${number}`, who, when: shortWhen }),
    )
    return { named: named!, unnamed: unnamed! }
  })
  const people = new Set([...asked.values()].map(({ notification }) => notification.contact.name))
  // Members of a family may share a telephone.
  const forms = people.size > 1 ? (['named'] as const) : (['named', 'unnamed'] as const)
  return forms.map((form) =>
    fill(say.question, { answer: say.answers[action], choices: choices.map((one) => one[form]).join('; ') }),
  )
}
