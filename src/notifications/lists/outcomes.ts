import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { deskActions } from '../../actions/action.ts'
import type { Database } from '../../database/database.ts'
import { readInTurns } from '../../database/keyset-list.ts'
import { startingAt } from '../../database/keyset-range.ts'
import { preparedList } from '../../database/prepared.ts'
import { sentStates } from '../../delivery/state.ts'
import { type AnswerName, answerNames } from '../../plugins/plugin.ts'
import type { Turn } from '../../scheduling/fair-queue.ts'
import { notificationStates, replacedOrWithdrawnStates, type State } from '../../visits/state.ts'
import { events } from '../lifecycle/events.ts'
import { firstVisits, type VisitRange, visitAfter } from './visit-range.ts'

const count = (description: string) => Type.Integer({ description })

/** Test visits do not count. Each other notification is in at most one of the counts, apart from `notified`, `no_show` and `arrived`. */
export const VisitOutcomes = Type.Object(
  {
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
    unreached: count('Contacts who have got no message so far. They are not among the notified.'),
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
        unreached: 3,
      },
    ],
  },
)
export type VisitOutcomes = Static<typeof VisitOutcomes>

type Outcome = Exclude<keyof VisitOutcomes, 'notified' | 'no_show' | 'arrived'>

/** Visits with the same outcome. */
interface Group {
  stateBeforeArrival: State
  /** The last answer of the contact, if the outcome depends on it. */
  answer: AnswerName | null
  isReached: 0 | 1
  isArrived: 0 | 1
  isTest: 0 | 1
  visits: number
}

type Basis = 'answer' | 'reached'

interface Rule {
  /** What the outcome depends on, beside the state. */
  dependsOn?: readonly Basis[]
  /** Returns undefined for visits that do not count. */
  outcomeOf(visits: Group): Outcome | undefined
}

const ofAnswer = { confirm: 'confirmed', reschedule: 'another_time', cancel: 'cancelled' } as const

/** The outcome in each state before an arrival. */
const outcomes: Record<State, Rule> = {
  open: { dependsOn: ['reached'], outcomeOf: ({ isReached }) => (isReached ? 'open' : 'unreached') },
  confirmed: { outcomeOf: () => 'confirmed' },
  rescheduling: { outcomeOf: () => 'another_time' },
  cancelled: { outcomeOf: () => 'cancelled' },
  arrived: { outcomeOf: () => undefined },
  'no-show': {
    dependsOn: ['answer', 'reached'],
    outcomeOf: ({ answer, isReached }) => (answer === 'confirm' ? 'confirmed' : isReached ? 'open' : 'unreached'),
  },
  superseded: { dependsOn: ['reached'], outcomeOf: ({ isReached }) => (isReached ? 'moved' : undefined) },
  // A visit that the clinic withdrew counts only if the contact had declined it.
  withdrawn: {
    dependsOn: ['answer'],
    outcomeOf: ({ answer }) => (answer === 'confirm' || !answer ? undefined : ofAnswer[answer]),
  },
  // History contains no states.
  imported: { dependsOn: ['answer'], outcomeOf: ({ answer }) => (answer ? ofAnswer[answer] : 'open') },
}

const statesOn = (basis: Basis) => notificationStates.filter((state) => outcomes[state].dependsOn?.includes(basis))

// SQLite counts such a window in about 6 ms.
const windowRows = 1_000

/** Counts the outcomes of the visits of a range, one window in each turn. */
export async function countOutcomes(database: Database, whole: Omit<VisitRange, 'rows'>, turn: Turn) {
  const counts = Object.fromEntries(Object.keys(VisitOutcomes.properties).map((name) => [name, 0])) as VisitOutcomes
  const list = { ...whole, rows: windowRows }
  for await (const { groups } of readInTurns(list, turn, (window) => readGroups(database, window))) {
    for (const group of groups) {
      if (group.isTest) continue
      const outcome = outcomes[group.stateBeforeArrival].outcomeOf(group)
      if (outcome) counts[outcome] += group.visits
      if (!outcome || outcome === 'unreached') continue
      counts.notified += group.visits
      if (group.isArrived) counts.arrived += group.visits
      else if (group.stateBeforeArrival === events.miss.to) counts.no_show += group.visits
    }
  }
  return counts
}

async function readGroups(database: Database, window: VisitRange) {
  const groups = await selectGroups(database, window)
  const rows = groups.reduce((sum, { visits }) => sum + visits, 0)
  const following = rows < windowRows ? undefined : await visitAfter(database, window)
  return { groups, next: following && startingAt(window, following) }
}

const oneOf = (values: readonly string[]) => sql`(${sql.join(values.map((value) => sql.lit(value)))})`

const selectGroups = preparedList((database, range: VisitRange) => {
  const { entityId } = range
  // The last of these actions. The index finds the actions of a notification; a visit has few.
  const last = (actions: readonly string[]) => sql<string | null>`(select action from actions
    where actions.entity_id = ${entityId} and actions.notification_id = notifications.notification_id
      and action in ${oneOf(actions)}
    order by sequence desc limit 1)`
  // Uses `count`, because PostgreSQL turns `exists` into a join that may read all deliveries of the entity.
  const hasDeliveryWith = (column: 'state' | 'kind', ...values: string[]) => sql`(select count(*) from deliveries
    where deliveries.entity_id = ${entityId} and deliveries.notification_id = notifications.notification_id
      and ${sql.ref(`deliveries.${column}`)} in ${oneOf(values)}) > 0`
  const state = sql<State>`notifications.state`
  const stateBeforeArrival = sql<State>`case when ${state} = ${sql.lit(events.arrive.to)} then arrived_from else ${state} end`
  const visits = firstVisits(database, range).select([
    stateBeforeArrival.as('stateBeforeArrival'),
    sql<AnswerName | null>`case when ${stateBeforeArrival} in ${oneOf(statesOn('answer'))} then ${last(answerNames)} end`.as(
      'answer',
    ),
    // History contains neither deliveries nor states. A key that went to another contact has a message of the withdrawal.
    sql<
      0 | 1
    >`case when ${state} in ${oneOf(replacedOrWithdrawnStates)} and ${hasDeliveryWith('kind', 'withdrawn')} then 0
      when answered_at is not null or arrived_at is not null or created_at is null then 1
      when ${state} in ${oneOf(statesOn('reached'))} and ${hasDeliveryWith('state', ...sentStates)} then 1
      else 0 end`.as('isReached'),
    sql<0 | 1>`case when arrived_at is not null then 1
      when ${state} in ${oneOf(events.adopt.from)} and ${last(deskActions)} = ${sql.lit('arrive')} then 1
      else 0 end`.as('isArrived'),
    'notifications.test as isTest',
  ])
  const columns = ['stateBeforeArrival', 'answer', 'isReached', 'isArrived', 'isTest'] as const
  return database
    .selectFrom(visits.as('visits'))
    .select(columns)
    .select((eb) => eb.fn.countAll<number>().as('visits'))
    .groupBy(columns)
})
