import { acrossEntities } from '../database/across-entities.ts'
import { composer, composers as messageComposers, type WriteDelivery } from '../messages/composers.ts'
import { questionTexts } from '../messages/question.ts'
import { changeable, noticesTo } from './notices.ts'

const writeQuestion: WriteDelivery = async ({ database, clock }, message, { channel, uid }) => {
  const notices = await acrossEntities(database, (isAvailable) =>
    noticesTo(database, { channel, uid }, clock.now(), isAvailable),
  )
  const asked = changeable(notices, clock.now())
    .filter((one) => one.asked)
    .sort((one, other) => one.asked!.number - other.asked!.number)
  if (asked.length === 0) return { stopped: 'answered' }
  const choices = asked.map((one) => [one.asked!.number, { ...message, ...one }] as const)
  return { texts: () => questionTexts(message, asked[0]!.asked!.action, new Map(choices)) }
}

/** The composers of all kinds of message. Only replies lead to a question. */
export const composers = { ...messageComposers, question: composer(writeQuestion) }
