import type { Static } from 'typebox'
import { type ByDate, storedRange } from '../../entities/day-range.ts'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import { instantOf } from '../../platform/time/zones/zone-time.ts'
import { type CountedVisit, type Detail, datesInZone, doctorOf, readCountedVisits } from './counted-visits.ts'
import { missedAtOf, outcomes } from './outcome-of-visit.ts'
import type { OutcomesQuery } from './outcomes-query.ts'
import type { EndedVisits, VisitsToCome } from './visit-outcomes.ts'

/** The count that has the visit. */
export type CountName =
  | ['over', Exclude<keyof EndedVisits, 'visits'>]
  | ['to_come', Exclude<keyof VisitsToCome, 'visits'>]

/** A visit with its date. Without `as`, it is neither over nor to come: the clinic moved or withdrew it. */
export interface ClassifiedVisit {
  visit: CountedVisit
  date: string
  as?: CountName
}

/** Classifies the visits of some days that pass the filters, one window in each turn. The missed visits of a day follow its others.
 *  @throws Problem invalid-date, reversed-range */
export async function* classifyVisits(
  database: Database,
  { entity_id: entityId, start_date, end_date }: Static<typeof ByDate>,
  query: OutcomesQuery,
  now: Instant,
  turn: Turn,
): AsyncGenerator<ClassifiedVisit[]> {
  const { time_zone: timeZone, arrive_late } = await readEntity(database, entityId)
  const { from, to } = storedRange(start_date, end_date, timeZone)
  const range = { entityId, fromAt: from, fromKey: '', toAt: to, toKey: '' }
  const asOf = timeOf(query, timeZone, now)
  const dateOf = datesInZone(from, timeZone)
  const missed = missedByDay()
  for await (const window of readCountedVisits(database, range, detailsOf(query), turn)) {
    const classified: ClassifiedVisit[] = []
    for (const visit of window) {
      if (visit.test) continue
      const date = dateOf(visit.starts_at)
      classified.push(...missed.begin(date, visit))
      if (!passes(visit, query)) continue
      const missedAt = missedAtOf(visit, minutes(arrive_late))
      const as = missedAt <= asOf ? endOf(visit, missedAt) : toComeOf(visit)
      if (as?.[1] === 'no_show') missed.add({ visit, date })
      else classified.push({ visit, date, ...(as && { as }) })
    }
    yield classified
  }
  yield missed.end()
}

function detailsOf({ by, doctor, category, target }: OutcomesQuery) {
  const details = new Set<Detail>()
  if (category || target) details.add('plugin')
  if (doctor || by === 'doctor') details.add('params')
  if (by === 'reminder') details.add('reminders')
  return details
}

/** Keeps the contacts who did not come. On a day without a single arrival, staff marked none: then a missing arrival says nothing. */
function missedByDay() {
  let date = ''
  let isMarked = false
  let missed: ClassifiedVisit[] = []
  const end = (): ClassifiedVisit[] => {
    const ended = missed.map((one) => ({ ...one, as: ['over', isMarked ? 'no_show' : 'unknown'] as CountName }))
    missed = []
    isMarked = false
    return ended
  }
  return {
    end,
    /** Also called for visits that the filters leave out. Returns the missed visits of the day before. */
    begin(next: string, { is_arrived }: CountedVisit) {
      const ended = next === date ? [] : end()
      date = next
      if (is_arrived) isMarked = true
      return ended
    },
    add: (visit: ClassifiedVisit) => missed.push(visit),
  }
}

/** Whether each given filter contains the value of the visit. */
const passes = (visit: CountedVisit, { doctor, category, target }: OutcomesQuery) =>
  (!category || category.includes(visit.category)) &&
  (!target || target.includes(visit.target)) &&
  (!doctor || doctor.includes(doctorOf(visit) ?? ''))

function endOf(visit: CountedVisit, missedAt: Instant): CountName | undefined {
  const end = visit.is_arrived ? 'arrived' : outcomes[visit.state_before_arrival].endOf(visit, missedAt)
  return end && ['over', end]
}

/** Returns the count of a visit that is not over. */
export function toComeOf(visit: CountedVisit): Extract<CountName, ['to_come', unknown]> | undefined {
  const outcome = outcomes[visit.state_before_arrival].outcomeOf(visit)
  // A moved visit is still to come at its new start.
  if (!outcome || outcome === 'moved') return undefined
  return ['to_come', visit.is_arrived ? 'arrived' : outcome]
}

function timeOf({ until }: OutcomesQuery, timeZone: string, now: Instant): Instant {
  if (until === undefined) return now
  return Math.min(now, instantOf(Temporal.PlainDateTime.from(until), timeZone))
}

async function readEntity(database: Database, entityId: string) {
  const [row] = await selectEntity(database, { entityId })
  // The guard has found the entity, so only a lagging replica can lack it.
  if (!row) throw new Problem('database-unavailable')
  return row
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select(['time_zone', 'arrive_late']).where('entity_id', '=', entityId),
)
