import type { Client, OutcomesQuery, VisitOutcomes } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { daysIn, type Period } from '../../shared/time/period.ts'
import { useReloads } from '../use-reloads.ts'
import { comparedPeriod } from './compared-period.ts'

/** The feature by which the comparison has groups. */
export type By = NonNullable<OutcomesQuery['by']>
export const groupings: readonly By[] = ['weekday', 'week', 'doctor', 'reminder']

export interface FiguresQuery {
  period: Period
  today: string
  /** The visits of one doctor only. */
  doctor: string | undefined
  by: By
}

interface FigureCounts {
  now: VisitOutcomes
  before: VisitOutcomes
  /** The time until which visits counted as over before. */
  until: string | undefined
}

/** Counts the outcomes of the visits of the period, in groups, and those of the days before it. Counts again every two minutes.
 *  @returns `counted` is undefined while it loads */
export function useFigures(query: FiguresQuery) {
  const { session, time } = useSignedIn()
  const { token, entity, scopes } = session
  const [{ counts: generation }] = useReloads()
  const key = scopes.includes('notifications:read') ? JSON.stringify([entity.id, query]) : undefined
  const { found: counted, error } = useLoaded(
    key,
    (_, signal) => count(connect(token, { signal, timeoutMs: 60_000 }), entity.id, time, query),
    generation,
  )
  return { counted, isFailed: error !== undefined }
}

/** Compares today so far with the same hour of the day before. */
async function count(client: Client, entityId: string, time: ClinicTime, query: FiguresQuery): Promise<FigureCounts> {
  const { period, today, doctor, by } = query
  const before = comparedPeriod(period, today)
  const filters = doctor === undefined ? {} : { doctor: [doctor] }
  const [, hour] = time.minuteOf(new Date()).split('T')
  // February has no part of 30 March to compare with: then, all of it counts.
  const isSoFar = period.to >= today && daysIn(before) === daysIn({ from: period.from, to: today })
  const until = isSoFar ? `${before.to}T${hour}` : undefined
  const [now, then] = await Promise.all([
    client.visitOutcomes(entityId, period.from, period.to, { ...filters, by }),
    client.visitOutcomes(entityId, before.from, before.to, { ...filters, ...(until && { until }) }),
  ])
  return { now, before: then, until }
}
