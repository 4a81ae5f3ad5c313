import type { Static } from 'typebox'
import type { ByDate } from '../../entities/day-range.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type CountName, classifyVisits } from './classify-visits.ts'
import type { CountedVisit } from './counted-visits.ts'
import { outcomes } from './outcome-of-visit.ts'
import type { OutcomesQuery } from './outcomes-query.ts'
import { noCounts, visitGroups, zeros } from './visit-groups.ts'
import { ContactCounts, type EndCounts, type VisitOutcomes } from './visit-outcomes.ts'

/** Counts the outcomes of the visits of some days.
 *  @throws Problem invalid-date, reversed-range */
export async function countOutcomes(
  database: Database,
  days: Static<typeof ByDate>,
  query: OutcomesQuery,
  now: Instant,
  turn: Turn,
): Promise<VisitOutcomes> {
  const contacts = zeros(ContactCounts.properties)
  const whole = noCounts()
  const groups = query.by && visitGroups(query.by)
  for await (const classified of classifyVisits(database, days, query, now, turn)) {
    for (const { visit, date, as } of classified) {
      countContact(contacts, visit)
      if (!as) continue
      countVisit(whole, as)
      if (groups) countVisit(groups.countsOf(visit, date), as)
    }
  }
  return { ...contacts, ...whole, ...groups?.inOrder() }
}

function countContact(counts: ContactCounts, visit: CountedVisit) {
  const outcome = outcomes[visit.state_before_arrival].outcomeOf(visit)
  if (outcome) counts[outcome === 'unknown' ? 'open' : outcome]++
  if (!outcome || outcome === 'unreached' || outcome === 'waiting') return
  counts.notified++
  if (visit.is_arrived) counts.arrived++
  else if (visit.state_before_arrival === 'no-show') counts.no_show++
}

export function countVisit(counts: EndCounts, [part, name]: CountName) {
  const some = counts[part] as Record<typeof name | 'visits', number>
  some.visits++
  some[name]++
}
