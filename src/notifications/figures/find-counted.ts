import { type Static, Type } from 'typebox'
import type { ByDate } from '../../entities/day-range.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Position } from '../../platform/database/keyset-range.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type ClassifiedVisit, classifyVisits } from './classify-visits.ts'
import { OutcomesQuery } from './outcomes-query.ts'
import { groupOf } from './visit-groups.ts'
import { EndedVisits, VisitsToCome } from './visit-outcomes.ts'

const countsIn = (part: string, { properties }: { properties: object }) =>
  Object.keys(properties).map((name) => `${part}.${name}`)

/** Selects the visits behind a number of the outcomes. */
export const CountedFilter = Type.Object({
  counted: Type.Optional(
    Type.Enum([...countsIn('over', EndedVisits), ...countsIn('to_come', VisitsToCome)], {
      description:
        'Only the visits behind this number of the outcomes of the same days, such as `over.no_show` or `to_come.open`. The list has as many visits as the number says.',
    }),
  ),
  counted_by: Type.Optional(
    Type.Enum(OutcomesQuery.properties.by.enum, {
      description: 'With `counted`: only the visits of one group, as `by` of the outcomes makes them.',
    }),
  ),
  group: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'With `counted_by`: the `value` of the group. Without it, the group whose value is unknown.',
    }),
  ),
  until: OutcomesQuery.properties.until,
})
export type CountedFilter = Static<typeof CountedFilter>

/** Finds the visits that a number of the outcomes counts, in order of their start.
 *  @throws Problem invalid-date, reversed-range */
export async function findCounted(
  database: Database,
  days: Static<typeof ByDate>,
  { counted, counted_by: by, group, until }: CountedFilter,
  now: Instant,
  turn: Turn,
): Promise<Position<string>[]> {
  const [part, name] = counted!.split('.')
  const isCounted = ({ as, visit, date }: ClassifiedVisit) =>
    as?.[0] === part && (name === 'visits' || as?.[1] === name) && (!by || groupOf(by, visit, date) === group)
  const query = { ...(by && { by }), ...(until && { until }) }
  const found: Position<string>[] = []
  for await (const classified of classifyVisits(database, days, query, now, turn))
    for (const one of classified)
      if (isCounted(one)) found.push({ at: one.visit.starts_at, key: one.visit.notification_id })
  return found.sort((one, other) => one.at - other.at)
}
