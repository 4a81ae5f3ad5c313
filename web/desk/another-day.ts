import type { ClinicTime } from '../clinic-time.ts'
import { startOf } from '../visit.ts'
import { marking, type Verdict } from './verdict.ts'

/** Returns the day of a visit that is not expected because it is on another day than today: `Tomorrow, 25 November`. */
export function anotherDay({ outcome, record }: Verdict, time: ClinicTime, now: Date): string | undefined {
  const start = record && marking[outcome] === 'anyway' ? startOf(record) : undefined
  return start === undefined || time.dayOf(start) === time.dayOf(now) ? undefined : time.nearDay(start, now)
}
