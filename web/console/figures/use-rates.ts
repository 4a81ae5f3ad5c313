import type { VisitOutcomes } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { daysIn, type Period } from '../period.ts'
import { comparedPeriod } from './compared-period.ts'
import { useRecounted } from './use-recounted.ts'

interface Rates {
  now: VisitOutcomes
  before: VisitOutcomes
}

interface RatesQuery {
  period: Period
  /** The visits of one doctor only. */
  doctor: string | undefined
  time: ClinicTime
  today: string
  /** The number of actions so far. */
  actions: number
}

/** Counts the outcomes of the visits of the period and of the days before it, and again after actions. Today so far is
 *  compared with the same hour of the day before. */
export function useRates(session: Session, { period, doctor, time, today, actions }: RatesQuery): Rates | undefined {
  const { id } = session.entity
  const { from, to } = period
  const before = comparedPeriod(period, today)
  const filters = doctor === undefined ? {} : { doctor: [doctor] }
  const key = JSON.stringify([from, to, today, doctor])
  const { counts, isCurrent } = useRecounted(session, key, actions, async (client) => {
    const [, hour] = time.minuteOf(new Date()).split('T')
    // February has no part of 30 March to compare with: then, all of it counts.
    const isSoFar = to >= today && daysIn(before) === daysIn({ from, to: today })
    const until = isSoFar ? { until: `${before.to}T${hour}` } : {}
    const [now, then] = await Promise.all([
      client.visitOutcomes(id, from, to, filters),
      client.visitOutcomes(id, before.from, before.to, { ...filters, ...until }),
    ])
    return { now, before: then }
  })
  return isCurrent ? counts : undefined
}
