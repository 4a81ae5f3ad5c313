import { memoize } from '../../platform/scheduling/memoize.ts'
import { type CountedVisit, doctorOf } from './counted-visits.ts'
import type { GroupName } from './outcomes-query.ts'
import { type EndCounts, EndedVisits, maxGroups, type VisitOutcomes, VisitsToCome } from './visit-outcomes.ts'

/** Whether a reminder was sent, and whether the last answer before the visit came before or after the first one. */
const reminded = ['none', 'answered-before', 'answered-after', 'unanswered'] as const

/** The values in their order. Those of the other groups follow as they come: weeks in order of time, unknown values last. */
const orders: Partial<Record<GroupName, readonly string[]>> = {
  weekday: ['1', '2', '3', '4', '5', '6', '7'],
  reminder: reminded,
}

/** Returns the value of a visit's group; undefined where it is unknown. */
const groupsOf: Record<GroupName, (visit: CountedVisit, date: string) => string | undefined> = {
  doctor: doctorOf,
  weekday: (_visit, date) => weekdayOf(date),
  week: (_visit, date) => mondayOf(date),
  reminder({ created_at, reminded_at, answered_before_visit }) {
    if (created_at === null) return undefined
    if (reminded_at === null) return 'none'
    if (answered_before_visit === null) return 'unanswered'
    return answered_before_visit < reminded_at ? 'answered-before' : 'answered-after'
  },
}

export const groupOf = (by: GroupName, visit: CountedVisit, date: string) => groupsOf[by](visit, date)

const weekdayOf = memoize(1_000, (date) => String(Temporal.PlainDate.from(date).dayOfWeek))
const mondayOf = memoize(
  1_000,
  (date) => `${Temporal.PlainDate.from(date).subtract({ days: Number(weekdayOf(date)) - 1 })}`,
)

export const zeros = <Name extends string>(properties: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, 0])) as Record<Name, number>

export const noCounts = (): EndCounts => ({
  over: zeros(EndedVisits.properties),
  to_come: zeros(VisitsToCome.properties),
})

/** Counts for each group. Doctors are sorted, the largest first; those beyond `maxGroups` become one group. */
export function visitGroups(by: GroupName) {
  const groups = new Map<string | undefined, EndCounts>(orders[by]?.map((value) => [value, noCounts()]))
  return {
    countsOf: (visit: CountedVisit, date: string) => groups.getOrInsertComputed(groupOf(by, visit, date), noCounts),
    inOrder(): Pick<VisitOutcomes, 'groups' | 'other'> {
      const filled = [...groups]
        .filter(([, counts]) => visitsOf(counts) > 0)
        .map(([value, counts]) => ({ ...(value !== undefined && { value }), ...counts }))
      if (by !== 'doctor') return { groups: filled }
      filled.sort((one, other) => visitsOf(other) - visitsOf(one) || compareTexts(one.value, other.value))
      const rest = filled.splice(maxGroups)
      return { groups: filled, ...(rest.length > 0 && { other: { values: rest.length, ...sumOf(rest) } }) }
    },
  }
}

const visitsOf = ({ over, to_come }: EndCounts) => over.visits + to_come.visits

const compareTexts = (one = '', other = '') => (one < other ? -1 : one > other ? 1 : 0)

function sumOf(all: EndCounts[]): EndCounts {
  const sum = noCounts()
  for (const { over, to_come } of all) {
    for (const name of Object.keys(over) as (keyof typeof over)[]) sum.over[name] += over[name]
    for (const name of Object.keys(to_come) as (keyof typeof to_come)[]) sum.to_come[name] += to_come[name]
  }
  return sum
}
