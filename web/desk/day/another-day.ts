import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { startOf } from '../../shared/visits/visit.ts'
import { marking, type Outcome, type Verdict } from '../verdict/verdict.ts'

/** The outcomes that would let staff take the visit for one of today. */
const ofToday: readonly Outcome[] = ['expected', 'listed']

/** The verdict as the desk shows it. The arrival window can open on the day before: the contact of such a visit is not simply
 *  expected. */
export function shownVerdict(verdict: Verdict, time: ClinicTime, now: Date): Verdict {
  const isOther = ofToday.includes(verdict.outcome) && dayOfOther(verdict, time, now) !== undefined
  return isOther ? { ...verdict, outcome: 'another-day' } : verdict
}

/** Returns the day of a visit that is not expected because it is on another day than today: `Tomorrow, 25 November`. */
export const anotherDay = (verdict: Verdict, time: ClinicTime, now: Date): string | undefined =>
  verdict.outcome === 'another-day' || marking[verdict.outcome] === 'anyway'
    ? dayOfOther(verdict, time, now)
    : undefined

function dayOfOther({ record }: Verdict, time: ClinicTime, now: Date): string | undefined {
  const start = record && startOf(record)
  return start === undefined || time.dayOf(start) === time.dayOf(now) ? undefined : time.nearDay(start, now)
}
