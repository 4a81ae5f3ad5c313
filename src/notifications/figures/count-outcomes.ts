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
import { noCounts, visitGroups, zeros } from './visit-groups.ts'
import { ContactCounts, type EndCounts, type EndedVisits, type VisitOutcomes } from './visit-outcomes.ts'

/** Counts the outcomes of the visits of some days.
 *  @throws Problem invalid-date, reversed-range */
export async function countOutcomes(
  database: Database,
  { entity_id: entityId, start_date, end_date }: Static<typeof ByDate>,
  query: OutcomesQuery,
  now: Instant,
  turn: Turn,
): Promise<VisitOutcomes> {
  const { time_zone: timeZone, arrive_late } = await readEntity(database, entityId)
  const { from, to } = storedRange(start_date, end_date, timeZone)
  const range = { entityId, fromAt: from, fromKey: '', toAt: to, toKey: '' }
  const asOf = timeOf(query, timeZone, now)
  const contacts = zeros(ContactCounts.properties)
  const whole = noCounts()
  const groups = query.by && visitGroups(query.by)
  const dateOf = datesInZone(from, timeZone)
  const days = missedByDay()
  for await (const window of readCountedVisits(database, range, detailsOf(query), turn)) {
    for (const visit of window) {
      if (visit.test) continue
      const date = dateOf(visit.starts_at)
      days.begin(date, visit)
      if (!passes(visit, query)) continue
      countContact(contacts, visit)
      const missedAt = missedAtOf(visit, minutes(arrive_late))
      for (const counts of groups ? [whole, groups.countsOf(visit, date)] : [whole]) {
        if (missedAt <= asOf) countOver(counts.over, visit, missedAt, days.miss)
        else countToCome(counts.to_come, visit)
      }
    }
  }
  days.end()
  return { ...contacts, ...whole, ...groups?.inOrder() }
}

function detailsOf({ by, doctor, category, target }: OutcomesQuery) {
  const details = new Set<Detail>()
  if (category || target) details.add('plugin')
  if (doctor || by === 'doctor') details.add('params')
  if (by === 'reminder') details.add('reminders')
  return details
}

/** Counts the contacts who did not come. On a day without a single arrival, staff marked none: then a missing arrival says nothing. */
function missedByDay() {
  let date = ''
  let isMarked = false
  let missed: EndedVisits[] = []
  const end = () => {
    for (const over of missed) over[isMarked ? 'no_show' : 'unknown']++
    missed = []
    isMarked = false
  }
  return {
    end,
    /** Also called for visits that the filters leave out. */
    begin(next: string, { is_arrived }: CountedVisit) {
      if (next !== date) end()
      date = next
      if (is_arrived) isMarked = true
    },
    miss: (over: EndedVisits) => missed.push(over),
  }
}

/** Whether each given filter contains the value of the visit. */
const passes = (visit: CountedVisit, { doctor, category, target }: OutcomesQuery) =>
  (!category || category.includes(visit.category)) &&
  (!target || target.includes(visit.target)) &&
  (!doctor || doctor.includes(doctorOf(visit) ?? ''))

function countContact(counts: ContactCounts, visit: CountedVisit) {
  const outcome = outcomes[visit.state_before_arrival].outcomeOf(visit)
  if (outcome) counts[outcome === 'unknown' ? 'open' : outcome]++
  if (!outcome || outcome === 'unreached' || outcome === 'waiting') return
  counts.notified++
  if (visit.is_arrived) counts.arrived++
  else if (visit.state_before_arrival === 'no-show') counts.no_show++
}

function countOver(over: EndedVisits, visit: CountedVisit, missedAt: Instant, miss: (over: EndedVisits) => void) {
  const end = visit.is_arrived ? 'arrived' : outcomes[visit.state_before_arrival].endOf(visit, missedAt)
  if (!end) return
  over.visits++
  if (end === 'no_show') miss(over)
  else over[end]++
}

/** Counts a visit that is not over. */
export function countToCome(toCome: EndCounts['to_come'], visit: CountedVisit) {
  const outcome = outcomes[visit.state_before_arrival].outcomeOf(visit)
  // A moved visit is still to come at its new start.
  if (!outcome || outcome === 'moved') return
  toCome.visits++
  toCome[visit.is_arrived ? 'arrived' : outcome]++
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
