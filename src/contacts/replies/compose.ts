import { composeWith } from '../../messages/compose/compose.ts'
import { questionContent } from '../../messages/compose/question.ts'
import { answerable, noticesTo } from './notices.ts'

/** Composes messages of all kinds. Only replies lead to a question. */
export const compose = composeWith(async ({ database, clock }, message, { channel, uid }) => {
  const notices = await noticesTo(database, { channel, uid }, clock.now())
  const asked = answerable(notices, clock.now())
    .filter((one) => one.asked)
    .sort((one, other) => one.asked!.number - other.asked!.number)
  if (asked.length === 0) return { stopped: 'answered' }
  const choices = asked.map((one) => [one.asked!.number, { ...message, ...one }] as const)
  return questionContent(message, asked[0]!.asked!.action, new Map(choices))
})
