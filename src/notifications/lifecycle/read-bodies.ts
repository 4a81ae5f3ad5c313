import { invalidBody } from '../../invalid-body.ts'
import { bodyReader } from '../../json-faults.ts'
import { DoneChange } from './done-change.ts'
import { ToldAnswer } from './told-answer.ts'

export const readDoneChange = bodyReader(DoneChange)

const readMembers = bodyReader(ToldAnswer)

/** @throws Problem invalid-body, also for a wish with another answer than `reschedule` */
export async function readToldAnswer(body: unknown): Promise<ToldAnswer> {
  const answer = await readMembers(body)
  if (answer.wish !== undefined && answer.action !== 'reschedule') {
    throw invalidBody([{ pointer: '/wish', reason: 'must be absent unless the action is reschedule' }])
  }
  return answer
}
