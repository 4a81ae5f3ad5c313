import type { NotificationStatus } from '../../client/client.ts'
import {
  type AnswerName,
  answering,
  answerNames,
  askAgainDays,
  canHappen,
  states,
  transitions,
} from '../../client/states.ts'

type AnsweredVisit = Pick<NotificationStatus, 'category' | 'target' | 'state' | 'starts_at' | 'ends_at'>

const dayMs = 86_400_000

/** Whether the service records an answer that staff hear from the contact. The rule is that of `closingOfAnswers`. */
export function takesAnswer(answer: AnswerName, visit: AnsweredVisit, now: number): boolean {
  const { category, target, state, starts_at, ends_at } = visit
  const rule = answering.find((one) => one.category === category && one.target === target)
  if (!rule || !starts_at || !ends_at || !rule.answers.includes(answer)) return false
  // A contact who asked for another time can state another wish.
  const isChange = canHappen(answer, state) || (answer === 'reschedule' && state === transitions.reschedule.to)
  if (states[state].isMissed) return isChange && now < Date.parse(ends_at) + askAgainDays * dayMs
  return isChange && now < Date.parse(rule.isCampaign ? ends_at : starts_at)
}

export const takesAnswers = (visit: AnsweredVisit, now: number) =>
  answerNames.some((answer) => takesAnswer(answer, visit, now))

/** Whether staff can still withdraw the visit. After its end, a withdrawal would only change the past. */
export const takesWithdrawal = ({ state, ends_at }: AnsweredVisit, now: number) =>
  canHappen('withdraw', state) && ends_at !== undefined && now < Date.parse(ends_at)
