import type { Submission } from '../../../notifications/submit/submission.ts'
import { inZone } from '../../../platform/time/zones/zone-time.ts'
import type { CsvReport } from './report.ts'

/** Collects the starts of submitted visits, for the days of a report. */
export function daysOfVisits(timeZone: string) {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const day = (at: number) => `${inZone(at * 1_000, timeZone).toPlainDate()}`
  return {
    add({ notifications }: Submission, externalIds: ReadonlySet<string>) {
      for (const { external_id, params } of notifications) {
        const at = Date.parse((params as { when: string }).when)
        if (!externalIds.has(external_id) || Number.isNaN(at)) continue
        first = Math.min(first, at)
        last = Math.max(last, at)
      }
    },
    report: (): Pick<CsvReport, 'days'> => (first <= last ? { days: { from: day(first), to: day(last) } } : {}),
  }
}
