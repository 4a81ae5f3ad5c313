import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '../../database/database.ts'
import { startingAt } from '../../database/keyset-range.ts'
import { preparedList } from '../../database/prepared.ts'
import { answerNames } from '../../plugins/answer-name.ts'
import type { Turn } from '../../scheduling/fair-queue.ts'
import { notificationStates, type State } from '../../visits/state.ts'
import { stateBeforeArrival } from '../lifecycle/change-state.ts'
import { firstRows, positionAfter, type VisitRange } from './visit-range.ts'

const count = (description: string) => Type.Integer({ description })

/** Each notification is in at most one of the counts, apart from `notified` and `arrived`. */
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
    arrived: count('Of these, the contacts who arrived, with any answer or without one.'),
    unreached: count('Contacts who have got no message so far. They are not among the notified.'),
  },
  {
    $id: 'VisitOutcomes',
    description: 'The outcomes of the visits of some days.',
    examples: [
      { notified: 120, confirmed: 84, another_time: 7, moved: 3, cancelled: 6, open: 20, arrived: 88, unreached: 3 },
    ],
  },
)
export type VisitOutcomes = Static<typeof VisitOutcomes>

const names = Object.keys(VisitOutcomes.properties) as (keyof VisitOutcomes)[]

// SQLite counts such a window in about 6 ms.
const windowRows = 1_000

/** Counts the outcomes of the visits of a range, one window in each turn. */
export async function countOutcomes(database: Database, whole: Omit<VisitRange, 'rows'>, turn: Turn) {
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as VisitOutcomes
  let window: VisitRange | undefined = { ...whole, rows: windowRows }
  while (window) {
    const current: VisitRange = window
    const { rows, ...counts } = (await turn(async () => countOutcomesInWindow(database, current)))[0]!
    for (const name of names) sums[name] += counts[name]
    const following = rows < windowRows ? undefined : await positionAfter(database, current)
    window = following && startingAt(current, following)
  }
  return sums
}

const answered = "when answer = 'cancel' then 'cancelled' when answer = 'reschedule' then 'another_time'"

/** The outcome in each state before an arrival, in SQL; null for a visit that does not count. History contains no states, and a
 *  visit that the clinic withdrew counts only if the contact had declined it, so their last answers count. */
const outcomes: Record<State, string> = {
  open: "case when reached = 1 then 'open' else 'unreached' end",
  confirmed: "'confirmed'",
  rescheduling: "'another_time'",
  cancelled: "'cancelled'",
  arrived: 'null',
  superseded: "case when reached = 1 then 'moved' end",
  withdrawn: `case ${answered} end`,
  imported: `case ${answered} when answer = 'confirm' then 'confirmed' else 'open' end`,
}

const countOutcomesInWindow = preparedList((database, range: VisitRange) => {
  const { entityId } = range
  // The last of the contact's answers. The index finds the actions of a notification; a visit has few.
  const last = (actions: readonly string[]) => sql<string | null>`(select action from actions
    where actions.entity_id = ${entityId} and actions.notification_id = notifications.notification_id
      and action in (${sql.join(actions.map((name) => sql.lit(name)))})
    order by sequence desc limit 1)`
  // Uses `count`, because PostgreSQL turns `exists` into a join that may read all deliveries of the entity.
  const hasDelivery = (which: RawBuilder<unknown>) => sql<boolean>`(select count(*) from deliveries
    where deliveries.entity_id = ${entityId} and deliveries.notification_id = notifications.notification_id
      and ${which}) > 0`
  const wasSent = hasDelivery(sql`deliveries.state in ('sent', 'delivered')`)
  // The key went to another contact.
  const wasWithdrawn = hasDelivery(sql`deliveries.kind = 'withdrawn'`)
  // History contains neither deliveries nor states.
  const visits = firstRows(database, range).select([
    sql<number>`case when arrived_at is not null then 1
      when notifications.state = 'imported' and ${last(['arrive', 'annul'])} = 'arrive' then 1
      else 0 end`.as('arrived'),
    sql<string>`case when notifications.state <> 'arrived' then notifications.state
      else ${stateBeforeArrival} end`.as('settled'),
    sql<string | null>`case when notifications.state in ('imported', 'withdrawn') or arrived_from = 'imported'
      then ${last(answerNames)} end`.as('answer'),
    sql<number>`case when notifications.state = 'superseded' and ${wasWithdrawn} then 0
      when answered_at is not null or arrived_at is not null or created_at is null then 1
      when notifications.state in ('open', 'superseded') and ${wasSent} then 1 else 0 end`.as('reached'),
  ])
  const outcome = sql<string | null>`case settled ${sql.join(
    notificationStates.map((state) => sql`when ${sql.lit(state)} then ${sql.raw(outcomes[state])}`),
    sql` `,
  )} end`
  const withOutcome = database.selectFrom(visits.as('visits')).select(['arrived', outcome.as('outcome')])
  const of = (outcome: string) => sql<number>`count(*) filter (where outcome = ${sql.lit(outcome)})`
  return database
    .selectFrom(withOutcome.as('visits'))
    .select([
      sql<number>`count(*)`.as('rows'),
      sql<number>`count(*) filter (where outcome <> 'unreached')`.as('notified'),
      ...(['confirmed', 'another_time', 'moved', 'cancelled', 'open', 'unreached'] as const).map((name) =>
        of(name).as(name),
      ),
      sql<number>`count(*) filter (where outcome <> 'unreached' and arrived = 1)`.as('arrived'),
    ])
})
