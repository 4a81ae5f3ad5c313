import { questionContent } from '../../messages/compose/question.ts'
import type { WriteQuestion } from '../../messages/delivery/context.ts'
import { answerable, noticesTo } from './notices.ts'

/** Asks which of the notices to the address an answer is for. */
export const writeQuestion: WriteQuestion = async ({ database, clock }, message, { channel, uid }) => {
  const notices = await noticesTo(database, { channel, uid }, clock.now())
  const asked = answerable(notices, clock.now())
    .filter((one) => one.asked)
    .sort((one, other) => one.asked!.number - other.asked!.number)
  if (asked.length === 0) return { stopped: 'answered' }
  const choices = asked.map((one) => [one.asked!.number, { ...message, ...one }] as const)
  return questionContent(message, asked[0]!.asked!.action, new Map(choices))
}
