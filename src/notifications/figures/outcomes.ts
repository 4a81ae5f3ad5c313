import { type Static, Type } from 'typebox'
import type { Reach } from '../../messages/delivery/reach.ts'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { type Instant, instantOf } from '../../platform/time/instant.ts'
import type { State } from '../../visits/state.ts'
import { events } from '../lifecycle/events.ts'
import { breakdownOf, detailsOf, inOrder, maxGroups, type OutcomesQuery, passes } from './outcome-breakdown.ts'
import { type Basis, type OutcomeGroup, statesWith } from './outcome-columns.ts'
import { type CountedRange, readGroups } from './outcome-groups.ts'
import {
  count,
  EndedVisits,
  type EndTally,
  endTally,
  type Prospect,
  type VisitEnd,
  VisitsToCome,
} from './visit-ends.ts'

const ends = { over: EndedVisits, to_come: VisitsToCome }

/** Test visits do not count. Each other notification is in at most one of the counts, apart from `notified`, `no_show` and `arrived`. */
const contactCounts = {
  notified: count(
    'Contacts who got a message about their visit, or answered. Each contact counts once per notification: a visit that was moved has two. Visits that the clinic withdrew count only if the contact had cancelled, or asked for another time.',
  ),
  confirmed: count('Of these, the contacts whose last answer confirmed the visit.'),
  another_time: count('Of these, the contacts whose last answer asked for another time.'),
  moved: count('Of these, the contacts whose visit the clinic moved.'),
  cancelled: count('Of these, the contacts whose last answer cancelled the visit.'),
  open: count('Of these, the contacts who have not answered yet.'),
  no_show: count(
    'Of these, the contacts who did not come, although they had neither cancelled nor asked for another time.',
  ),
  arrived: count('Of these, the contacts who arrived, with any answer or without one.'),
  waiting: count(
    'Contacts who have not answered, and to whom the first message is on its way. They are not among the notified.',
  ),
  unreached: count(
    'Contacts who have not answered, whom no message has reached, and to whom none is on its way. They are not among the notified.',
  ),
}
type ContactCounts = Record<keyof typeof contactCounts, number>

export const VisitOutcomes = Type.Object(
  {
    ...contactCounts,
    ...ends,
    groups: Type.Optional(
      Type.Array(
        Type.Object({
          value: Type.Optional(
            Type.String({ description: 'What the visits of the group have in common. Absent where it is unknown.' }),
          ),
          ...ends,
        }),
        {
          description: `With \`by\`: at most ${maxGroups} groups. Weekdays, hours and days are in their order; otherwise the largest group is first.`,
        },
      ),
    ),
    other: Type.Optional(
      Type.Object(
        { values: count('The number of values without a group of their own.'), ...ends },
        { description: 'With `by`: the smallest groups, as one.' },
      ),
    ),
  },
  {
    $id: 'VisitOutcomes',
    description: 'The outcomes of the visits of some days.',
    examples: [
      {
        notified: 120,
        confirmed: 84,
        another_time: 7,
        moved: 3,
        cancelled: 6,
        open: 20,
        no_show: 4,
        arrived: 88,
        waiting: 0,
        unreached: 3,
        over: {
          ...{ visits: 104, arrived: 88, no_show: 4, cancelled_in_time: 5, cancelled_late: 1, another_time: 5 },
          unknown: 1,
        },
        to_come: {
          visits: 16,
          confirmed: 9,
          another_time: 1,
          cancelled: 0,
          open: 3,
          waiting: 0,
          unreached: 3,
          arrived: 0,
        },
      },
    ],
  },
)
export type VisitOutcomes = Static<typeof VisitOutcomes>

type Outcome = Exclude<keyof ContactCounts, 'notified' | 'no_show' | 'arrived'>

interface Rule {
  /** What the outcome depends on, beside the state. */
  dependsOn?: readonly Basis[]
  /** Returns undefined for visits that do not count. */
  outcomeOf(visits: OutcomeGroup): Outcome | undefined
  /** How a visit ended that is over and to which the contact did not come; undefined for visits that do not count. */
  endOf(visits: OutcomeGroup): Exclude<VisitEnd, 'arrived'> | undefined
}

const ofReach = { reached: 'open', waiting: 'waiting', unreached: 'unreached' } as const satisfies Record<
  Reach,
  Outcome
>

const ofAnswer = { confirm: 'confirmed', reschedule: 'another_time', cancel: 'cancelled' } as const

/** How a visit ended that the contact declined last. A wish after a missed visit does not change that the contact missed it. */
const declined = {
  confirm: () => undefined,
  reschedule: ({ timing }) => (timing === 'after' ? 'no_show' : 'another_time'),
  cancel: ({ timing }) => (timing === 'in-time' ? 'cancelled_in_time' : 'cancelled_late'),
} as const satisfies Record<string, (visits: OutcomeGroup) => VisitEnd | undefined>

const ifDeclined = (visits: OutcomeGroup) => visits.answer && declined[visits.answer](visits)

/** The outcome in each state before an arrival. */
const outcomes: Record<State, Rule> = {
  open: {
    dependsOn: ['reached'],
    outcomeOf: ({ reach }) => ofReach[reach],
    endOf: () => 'unknown',
  },
  confirmed: { outcomeOf: () => 'confirmed', endOf: () => 'unknown' },
  rescheduling: { dependsOn: ['timing'], outcomeOf: () => 'another_time', endOf: declined.reschedule },
  cancelled: { dependsOn: ['timing'], outcomeOf: () => 'cancelled', endOf: declined.cancel },
  arrived: { outcomeOf: () => undefined, endOf: () => undefined },
  'no-show': {
    dependsOn: ['answer', 'reached'],
    outcomeOf: ({ answer, reach }) => (answer === 'confirm' ? 'confirmed' : ofReach[reach]),
    endOf: () => 'no_show',
  },
  superseded: {
    dependsOn: ['reached', 'answer', 'timing'],
    outcomeOf: ({ reach }) => (reach === 'reached' ? 'moved' : undefined),
    // The clinic gave a new time to a contact who had not come.
    endOf: (visits) => (visits.isMovedAfterwards ? (ifDeclined(visits) ?? 'no_show') : undefined),
  },
  // A visit that the clinic withdrew counts only if the contact had declined it.
  withdrawn: {
    dependsOn: ['answer', 'timing'],
    outcomeOf: ({ answer }) => (answer === 'confirm' || !answer ? undefined : ofAnswer[answer]),
    endOf: (visits) => ifDeclined(visits) ?? undefined,
  },
  // History contains no states.
  imported: {
    dependsOn: ['answer', 'timing'],
    outcomeOf: ({ answer }) => (answer ? ofAnswer[answer] : 'open'),
    endOf: (visits) => ifDeclined(visits) ?? 'unknown',
  },
}

const statesOn = {
  answer: statesWith(outcomes, 'answer'),
  reached: statesWith(outcomes, 'reached'),
  timing: statesWith(outcomes, 'timing'),
}

type Range = Omit<CountedRange, 'arriveLateMinutes' | 'asOf'>

/** Counts the outcomes of the visits of a range, one window in each turn. */
export async function countOutcomes(database: Database, range: Range, query: OutcomesQuery, now: Instant, turn: Turn) {
  const contacts = Object.fromEntries(Object.keys(contactCounts).map((name) => [name, 0])) as ContactCounts
  const whole = endTally()
  const groups = new Map<string | undefined, EndTally>()
  const breakdown = query.by && breakdownOf(query.by)
  /** The days on which staff marked arrivals: also of visits that the filters leave out. */
  const markedDays = new Set<string>()
  const arriveLateMinutes = await turn(() => readArriveLate(database, range.entityId))
  const counted = { ...range, arriveLateMinutes, asOf: timeOf(query, range, now) }
  for await (const window of readGroups(database, counted, statesOn, detailsOf(query), turn)) {
    for (const group of window) {
      if (group.isTest) continue
      if (group.isArrived) markedDays.add(group.date)
      if (!passes(group, query)) continue
      countContacts(contacts, group)
      const tallies = [whole]
      if (breakdown) tallies.push(groups.getOrInsertComputed(breakdown.valueOf(group), endTally))
      for (const tally of tallies) countEnd(tally, group)
    }
  }
  const { by } = query
  const ofGroups = new Map([...groups].map(([value, tally]) => [value, tally.counts(markedDays)]))
  return { ...contacts, ...whole.counts(markedDays), ...(by && inOrder(by, ofGroups)) }
}

function countContacts(counts: ContactCounts, group: OutcomeGroup) {
  const outcome = outcomes[group.stateBeforeArrival].outcomeOf(group)
  if (outcome) counts[outcome] += group.visits
  if (!outcome || outcome === 'unreached' || outcome === 'waiting') return
  counts.notified += group.visits
  if (group.isArrived) counts.arrived += group.visits
  else if (group.stateBeforeArrival === events.miss.to) counts.no_show += group.visits
}

function countEnd(tally: EndTally, group: OutcomeGroup) {
  const rule = outcomes[group.stateBeforeArrival]
  if (group.isOver) {
    const end = group.isArrived ? 'arrived' : rule.endOf(group)
    if (end) tally.addOver(end, group.date, group.visits)
    return
  }
  const outcome = rule.outcomeOf(group)
  // A moved visit is still to come at its new start.
  if (!outcome || outcome === 'moved') return
  const prospect: Prospect = group.isArrived ? 'arrived' : outcome
  tally.addToCome(prospect, group.visits)
}

function timeOf({ until }: OutcomesQuery, { timeZone }: Range, now: Instant): Instant {
  if (until === undefined) return now
  return Math.min(now, instantOf(Temporal.PlainDateTime.from(until).toZonedDateTime(timeZone)))
}

async function readArriveLate(database: Database, entityId: string) {
  const [row] = await selectArriveLate(database, { entityId })
  return row!.arrive_late
}

const selectArriveLate = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('arrive_late').where('entity_id', '=', entityId),
)
