import type { Content } from '../../channels/content.ts'
import type { AnswerName } from '../../visits/plugins/plugin.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** Asks for the number of the notice that an answer is for. `message` is the context of one of the notices. */
export function questionContent(
  message: MessageContext,
  action: AnswerName,
  asked: Map<number, MessageContext>,
): Content {
  const { words, fill } = messageTexts(message)
  const choices = [...asked].map(([number, one]) => {
    const { parties, entity, shortWhen } = messageTexts(one).values
    const [named, unnamed] = [parties, entity].map((who) =>
      fill(words.choice, { number: `${number}`, who, when: shortWhen }),
    )
    return { named: named!, unnamed: unnamed! }
  })
  const people = new Set([...asked.values()].map(({ notification }) => notification.contact.name))
  // Members of a family may share an address.
  const forms = people.size > 1 ? (['named'] as const) : (['named', 'unnamed'] as const)
  const [best, ...others] = forms.map((form) => ({
    answer: words.answers[action],
    choices: choices.map((one) => one[form]).join('; '),
  }))
  return { texts: () => [best!, ...others].map((values) => fill(words.question, values)), values: best! }
}
