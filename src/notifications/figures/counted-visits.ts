import { sql } from 'kysely'
import { hoursInZone } from '../../entities/hours-in-zone.ts'
import { deskActions } from '../../log/actions/action.ts'
import type { MessageKind } from '../../messages/delivery/kind.ts'
import type { Reach } from '../../messages/delivery/reach.ts'
import { deliveryHasLeft, notificationReach } from '../../messages/delivery/stored-reach.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Position, startingAt } from '../../platform/database/keyset-range.ts'
import { oneOf } from '../../platform/database/one-of.ts'
import { preparedList } from '../../platform/database/prepared.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'
import { plugins } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import { firstVisits, type VisitRange } from '../lists/visit-range.ts'

/** What the outcome of a visit depends on. */
export interface CountedVisit {
  notification_id: string
  starts_at: Instant
  category: string
  target: string
  state_before_arrival: State
  /** Null in history, which has no states and no messages either. */
  created_at: Instant | null
  /** The time until which staff expect the contact, as `expectedUntil` returns it. */
  expected_until: Instant
  /** The last answer, in states that do not tell it. */
  answer: AnswerName | null
  answered_at: Instant | null
  reach: Reach
  is_arrived: 0 | 1
  /** When another notification took the place of this one. */
  moved_at: Instant | null
  /** The day of the start, in the entity's zone. */
  date: string
  /** If asked for. */
  doctor?: string | undefined
  /** The first reminder, and the last answer before the visit, if asked for. */
  reminded_at: Instant | null
  answered_before_visit: Instant | null
}

type AskedColumns = { with_doctor: 0 | 1; with_reminders: 0 | 1 }

interface Row extends Omit<CountedVisit, 'date' | 'doctor'> {
  /** JSON. PostgreSQL's `->>` fails on texts that SQLite accepts. */
  params: string | null
  /** Not a condition of the statement: without statistics, PostgreSQL would then sort all visits for each window. */
  test: 0 | 1
}

// The params of a visit may have thousands of characters. A window takes 3 ms on SQLite.
const windowRows = 200

/** Reads the visits of a range without those of test tokens, in order of time, one window in each turn. */
export async function* readCountedVisits(
  database: Database,
  { timeZone, ...range }: VisitRange & AskedColumns & { timeZone: string },
  turn: Turn,
): AsyncGenerator<CountedVisit[]> {
  const dateOf = datesInZone(range.fromAt, timeZone)
  let position: Position<string> | undefined = { at: range.fromAt, key: range.fromKey }
  while (position) {
    const window = { ...startingAt(range, position), rows: windowRows + 1 }
    const rows: Row[] = await turn(async () => selectVisits(database, window))
    // The last row begins the next window.
    const next: Row | undefined = rows.splice(windowRows)[0]
    position = next && { at: next.starts_at, key: next.notification_id }
    const real = rows.filter(({ test }) => !test)
    yield real.map(({ params, test: _test, ...visit }) => ({
      ...visit,
      date: dateOf(visit.starts_at),
      doctor: params === null ? undefined : JSON.parse(params).doctor,
    }))
  }
}

/** Returns a function that returns the days of instants, which must be in order. */
function datesInZone(from: Instant, timeZone: string) {
  let zone = hoursInZone(from, timeZone)
  return (at: Instant) => {
    if (at >= zone.until) zone = hoursInZone(at, timeZone)
    return zone.show(Math.floor((at - zone.midnight) / hours(1))).date
  }
}

const campaigns = plugins.filter(({ isCampaign }) => isCampaign)
const isCampaign = sql`(${sql.join(
  campaigns.map(({ category, target }) => sql`category = ${sql.lit(category)} and target = ${sql.lit(target)}`),
  sql` or `,
)})`
const expectedUntil = sql<Instant>`case when ${isCampaign} then notifications.ends_at else notifications.starts_at end`

const ofVisit = (entityId: string, table: 'actions' | 'deliveries') => sql`from ${sql.table(table)}
  where ${sql.table(table)}.entity_id = ${entityId}
  and ${sql.table(table)}.notification_id = notifications.notification_id`

/** The last of these actions. The index finds the actions of a notification; a visit has few. */
const last = (entityId: string, column: 'action' | 'at', actions: readonly string[]) =>
  sql`(select ${sql.ref(column)} ${ofVisit(entityId, 'actions')} and action in ${oneOf(actions)}
    order by sequence desc limit 1)`

/** Uses `count`, because PostgreSQL turns `exists` into a join that may read all deliveries of the entity. */
const hasDeliveryOf = (entityId: string, kind: MessageKind) =>
  sql`(select count(*) ${ofVisit(entityId, 'deliveries')} and deliveries.kind = ${sql.lit(kind)}) > 0`

const stateBeforeArrival = sql<State>`case when notifications.state = 'arrived' then arrived_from else notifications.state end`
const stateIn = (...states: State[]) => sql`${stateBeforeArrival} in ${oneOf(states)}`
const doesNotTellAnswer = stateIn('no-show', 'superseded', 'withdrawn', 'imported')

/** The contact of a `superseded` visit got a `withdrawn` message if the key went to another contact. */
const reach = (entityId: string) => sql<Reach>`case
  when ${stateIn('superseded')} and ${hasDeliveryOf(entityId, 'withdrawn')} then 'unreached'
  when answered_at is not null or arrived_at is not null or created_at is null then 'reached'
  when ${stateIn('open', 'no-show', 'superseded')} then ${notificationReach(entityId)} else 'unreached' end`

const selectVisits = preparedList((database, range: VisitRange & AskedColumns) => {
  const { entityId, with_doctor, with_reminders } = range
  return firstVisits(database, range)
    .select(['notification_id', 'starts_at', 'category', 'target', 'test', 'created_at'])
    .select([
      stateBeforeArrival.as('state_before_arrival'),
      expectedUntil.as('expected_until'),
      sql`case when ${doesNotTellAnswer} then ${last(entityId, 'action', answerNames)} end`.as('answer'),
      // Imported history has the time of an answer only in its action.
      sql`coalesce(answered_at, case when ${doesNotTellAnswer}
        then ${last(entityId, 'at', answerNames)} end)`.as('answered_at'),
      reach(entityId).as('reach'),
      sql`case when arrived_at is not null then 1
        when ${stateIn('imported')} and ${last(entityId, 'action', deskActions)} = 'arrive'
        then 1 else 0 end`.as('is_arrived'),
      sql`(select created_at from notifications as later
        where later.entity_id = ${entityId}
        and later.notification_id = notifications.superseded_by)`.as('moved_at'),
      sql`case when cast(${with_doctor} as integer) = 1 then params end`.as('params'),
      sql`case when cast(${with_reminders} as integer) = 1
        then (select min(sent_at) ${ofVisit(entityId, 'deliveries')} and kind = 'reminder' and ${deliveryHasLeft})
        end`.as('reminded_at'),
      // A contact who missed the visit can still ask for another time.
      sql`case when cast(${with_reminders} as integer) = 1 then (select max(at) ${ofVisit(entityId, 'actions')}
        and action in ${oneOf(answerNames)} and at < ${expectedUntil}) end`.as('answered_before_visit'),
    ])
    .$castTo<Row>()
})
