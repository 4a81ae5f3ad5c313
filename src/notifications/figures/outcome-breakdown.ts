import { type Static, Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import { repeatable } from '../../platform/lists/pages.ts'
import { type Detail, type OutcomeGroup, type Reminded, reminded } from './outcome-columns.ts'
import { type EndCounts, sumOf } from './visit-ends.ts'

type Found = Pick<OutcomeGroup, 'date' | Detail>

interface Breakdown {
  /** What the value is read from, apart from the day and the hour. */
  detail?: Detail
  /** Returns undefined where the value is unknown. */
  valueOf(group: Found): string | undefined
  /** The order of the values. By default, the largest group is first. */
  compare?: (one: string, other: string) => number
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)

/** The minimum number of days of each group by days of notice, as the console's charts have them. */
const leads = [0, 1, 2, 3, 5, 7, 14, 30]

const breakdowns = {
  doctor: { detail: 'params', valueOf: ({ params }) => params?.doctor },
  specialty: { detail: 'params', valueOf: ({ params }) => params?.doctor_expertise },
  plugin: { detail: 'plugin', valueOf: ({ plugin }) => plugin },
  weekday: { valueOf: ({ date }) => String(Temporal.PlainDate.from(date).dayOfWeek), compare: byNumber },
  hour: { detail: 'hour', valueOf: ({ hour }) => String(hour), compare: byNumber },
  notice: {
    detail: 'notice',
    valueOf: ({ notice }) => (typeof notice === 'number' ? String(leadOf(notice)) : undefined),
    compare: byNumber,
  },
  channel: { detail: 'channel', valueOf: ({ channel }) => channel ?? undefined },
  reminder: {
    detail: 'reminder',
    valueOf: ({ reminder }) => reminder ?? undefined,
    compare: (one, other) => reminded.indexOf(one as Reminded) - reminded.indexOf(other as Reminded),
  },
} as const satisfies Record<string, Breakdown>

export type BreakdownName = keyof typeof breakdowns
const names = Object.keys(breakdowns) as BreakdownName[]

export const breakdownOf = (name: BreakdownName): Breakdown => breakdowns[name]

const leadOf = (days: number) => leads.findLast((least) => least <= days) ?? leads[0]

const isMinute = (text: string) => {
  try {
    return Temporal.PlainDateTime.from(text) !== undefined
  } catch {
    return false
  }
}

export const OutcomesQuery = Type.Object(
  {
    by: Type.Optional(
      Type.Enum(names, {
        description:
          "Also counts the visits in groups. `doctor`, `specialty`: as submitted. `plugin`: `category/target`. `weekday` (1 is Monday), `hour` (0–23): of the start, in the entity's zone. `notice`: days between submission and start, at least 0, 1, 2, 3, 5, 7, 14 or 30. `channel`: of the first message sent; without one, of the answer. `reminder`: `none`, `answered-before`, `answered-after` or `unanswered`, by the last answer before the visit.",
      }),
    ),
    until: Type.Optional(
      Type.Refine(
        Type.String({
          pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$',
          description:
            'Counts as over only the visits that were over at this date and time of the entity, such as 2026-03-30T14:05. Compare a day that is not over with the same hour of the day before.',
        }),
        isMinute,
        () => 'must be a date and a time, such as 2026-03-30T14:05',
      ),
    ),
    doctor: repeatable(
      Type.String({ minLength: 1, maxLength: 256 }),
      'Only visits with these doctors, by `params.doctor`.',
    ),
    category: repeatable(Id, 'Only notifications of these categories.'),
    target: repeatable(Id, 'Only notifications of these targets.'),
  },
  { additionalProperties: false },
)
export type OutcomesQuery = Static<typeof OutcomesQuery>

type Filters = Pick<OutcomesQuery, 'doctor' | 'category' | 'target'>

/** The details that the query needs. */
export const detailsOf = ({ by, doctor, category, target }: OutcomesQuery): Detail[] => {
  const details = new Set<Detail>()
  const ofBreakdown = by && breakdownOf(by).detail
  if (ofBreakdown) details.add(ofBreakdown)
  if (doctor) details.add('params')
  if (category || target) details.add('plugin')
  return [...details]
}

/** Whether a group passes. Each given filter contains its value. */
export function passes(group: Found, { doctor, category, target }: Filters): boolean {
  const [ofCategory, ofTarget] = group.plugin?.split('/') ?? []
  return (
    (!category || category.includes(ofCategory!)) &&
    (!target || target.includes(ofTarget!)) &&
    (!doctor || doctor.includes(group.params?.doctor ?? ''))
  )
}

export const maxGroups = 100

/** Puts the groups in order. Those beyond `maxGroups`, which are the smallest, become one. */
export function inOrder(name: BreakdownName, groups: Map<string | undefined, EndCounts>) {
  const { compare } = breakdownOf(name)
  const sorted = [...groups]
    .filter(([, counts]) => visitsOf(counts) > 0)
    .map(([value, counts]) => ({ ...(value !== undefined && { value }), ...counts }))
    .sort((one, other) => visitsOf(other) - visitsOf(one) || compareTexts(one.value, other.value))
  const rest = sorted.splice(maxGroups)
  if (compare) sorted.sort(({ value: one }, { value: other }) => compareKnown(compare, one, other))
  return { groups: sorted, ...(rest.length > 0 && { other: { values: rest.length, ...sumOf(rest) } }) }
}

const visitsOf = ({ over, to_come }: EndCounts) => over.visits + to_come.visits

/** Unknown values are last. */
const compareKnown = (compare: (one: string, other: string) => number, one?: string, other?: string) =>
  one === undefined ? 1 : other === undefined ? -1 : compare(one, other)

const compareTexts = (one = '', other = '') => (one < other ? -1 : one > other ? 1 : 0)
