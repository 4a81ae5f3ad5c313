import { useEffect, useState } from 'preact/hooks'
import type { Client, OutcomesQuery, VisitOutcomes } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
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

interface Counted {
  now: VisitOutcomes
  before: VisitOutcomes
}

/** Counts the outcomes of the visits of the period, in groups, and those of the days before it. Counts again every two minutes.
 *  @returns `counted` is undefined while it loads */
export function useFigures({ token, entity, scopes }: Session, time: ClinicTime, query: FiguresQuery) {
  const [{ counts: generation }] = useReloads()
  const [shown, setShown] = useState<{ key: string; counted: Counted }>()
  const [isFailed, setFailed] = useState(false)
  const key = JSON.stringify([entity.id, query])
  useEffect(() => {
    if (!scopes.includes('notifications:read')) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, timeoutMs: 60_000 })
    count(client, entity.id, time, query).then(
      (counted) => {
        setShown({ key, counted })
        setFailed(false)
      },
      () => ending.signal.aborted || setFailed(true),
    )
    return () => ending.abort()
  }, [token, key, generation])
  return { counted: shown?.key === key ? shown.counted : undefined, isFailed }
}

/** Compares today so far with the same hour of the day before. */
async function count(client: Client, entityId: string, time: ClinicTime, query: FiguresQuery): Promise<Counted> {
  const { period, today, doctor, by } = query
  const before = comparedPeriod(period, today)
  const filters = doctor === undefined ? {} : { doctor: [doctor] }
  const [, hour] = time.minuteOf(new Date()).split('T')
  // February has no part of 30 March to compare with: then, all of it counts.
  const isSoFar = period.to >= today && daysIn(before) === daysIn({ from: period.from, to: today })
  const until = isSoFar ? { until: `${before.to}T${hour}` } : {}
  const [now, then] = await Promise.all([
    client.visitOutcomes(entityId, period.from, period.to, { ...filters, by }),
    client.visitOutcomes(entityId, before.from, before.to, { ...filters, ...until }),
  ])
  return { now, before: then }
}
