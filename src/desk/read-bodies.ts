import { hours, type Instant, parseInstant } from '../instant.ts'
import { invalidBody } from '../invalid-body.ts'
import { bodyReader } from '../json-faults.ts'
import { AnnulmentReason, ArrivalTime, DoneChange, ToldAnswer } from './bodies.ts'

export const readAnnulmentReason = bodyReader(AnnulmentReason)

export const readDoneChange = bodyReader(DoneChange)

const readTime = bodyReader(ArrivalTime)
const maxAgeMicros = hours(24)

/** Returns the instant of an arrival: now, or the earlier one of the optional body. The clock of a desk may be fast, so a
 *  later instant counts as now.
 *  @throws Problem invalid-body for a text that is not an instant, or is too old */
export async function readArrivalTime(body: unknown, now: Instant): Promise<Instant> {
  const { at } = await readTime(body ?? {})
  if (at === undefined) return now
  const instant = parseInstant(at)
  if (instant === undefined) throw invalidBody([{ pointer: '/at', reason: 'must be an RFC 3339 instant' }])
  if (instant <= now - maxAgeMicros) throw invalidBody([{ pointer: '/at', reason: 'must be of the last 24 hours' }])
  return Math.min(instant, now)
}

const readMembers = bodyReader(ToldAnswer)

/** @throws Problem invalid-body, also for a wish with another answer than `reschedule` */
export async function readToldAnswer(body: unknown): Promise<ToldAnswer> {
  const answer = await readMembers(body)
  if (answer.wish !== undefined && answer.action !== 'reschedule') {
    throw invalidBody([{ pointer: '/wish', reason: 'must be absent unless the action is reschedule' }])
  }
  return answer
}
