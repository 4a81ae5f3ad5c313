import type { VisitOutcomes } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { addDays, type ClinicTime } from '../../clinic-time.ts'
import { daysIn, type Period, periodBefore } from '../period.ts'
import { useRecounted } from './use-recounted.ts'

interface Rates {
  now: VisitOutcomes
  before: VisitOutcomes
}

/** Counts the outcomes of the visits of the period and of the days before it, and again after actions. Today so far is
 *  compared with the same hour of the day before.
 *  @param actions the number of actions so far */
export function useRates(
  session: Session,
  { from, to }: Period,
  time: ClinicTime,
  today: string,
  actions: number,
): Rates | undefined {
  const { id } = session.entity
  const before = periodBefore({ from, to })
  const { counts, isCurrent } = useRecounted(session, `${from} ${to} ${today}`, actions, async (client) => {
    const [, hour] = time.minuteOf(new Date()).split('T')
    const until = to < today ? {} : { until: `${addDays(today, -daysIn({ from, to }))}T${hour}` }
    const [now, then] = await Promise.all([
      client.visitOutcomes(id, from, to),
      client.visitOutcomes(id, before.from, before.to, until),
    ])
    return { now, before: then }
  })
  return isCurrent ? counts : undefined
}
