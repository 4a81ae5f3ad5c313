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
  state_before_arrival: State
  /** The time until which staff expect the contact, as `expectedUntil` returns it. */
  expected_until: Instant
  /** The last answer, in states that do not tell it. */
  answer: AnswerName | null
  answered_at: Instant | null
  reach: Reach
  is_arrived: 0 | 1
  /** When another notification took the place of this one. */
  moved_at: Instant | null
  /** Not a condition of the statement: without statistics, PostgreSQL would then sort all visits for each window. */
  test: 0 | 1
  /** With `plugin`. */
  category: string
  target: string
  /** With `params`: JSON, because PostgreSQL's `->>` fails on texts that SQLite accepts. */
  params: string
  /** With `reminders`: null in history, which has no states and no messages either. */
  created_at: Instant | null
  /** With `reminders`: the first reminder, and the last answer before the visit. */
  reminded_at: Instant | null
  answered_before_visit: Instant | null
}

export const doctorOf = ({ params }: CountedVisit): string | undefined => JSON.parse(params).doctor

/** What only some queries count by. Each column of each visit takes time. */
export type Detail = 'plugin' | 'params' | 'reminders'

// SQLite reads such a window in 5 ms.
const windowRows = 1_000
// The params of a visit may have thousands of characters.
const windowRowsWithParams = 200

/** Reads the visits of a range in order of time, also those of test tokens, one window in each turn. */
export async function* readCountedVisits(
  database: Database,
  range: Omit<VisitRange, 'rows'>,
  details: ReadonlySet<Detail>,
  turn: Turn,
): AsyncGenerator<CountedVisit[]> {
  const select = statements.getOrInsertComputed([...details].sort().join(), () => selectWith(details))
  const windowSize = details.has('params') ? windowRowsWithParams : windowRows
  let position: Position<string> | undefined = { at: range.fromAt, key: range.fromKey }
  while (position) {
    const window = startingAt({ ...range, rows: windowSize + 1 }, position)
    const rows: CountedVisit[] = await turn(async () => select(database, window))
    // The last row begins the next window.
    const next: CountedVisit | undefined = rows.splice(windowSize)[0]
    position = next && { at: next.starts_at, key: next.notification_id }
    yield rows
  }
}

/** Returns a function that returns the days of instants, which must be in order. */
export function datesInZone(from: Instant, timeZone: string) {
  let zone = hoursInZone(from, timeZone)
  let date = ''
  let until = from
  return (at: Instant) => {
    if (at < until) return date
    if (at >= zone.until) zone = hoursInZone(at, timeZone)
    const days = Math.floor((at - zone.midnight) / hours(24))
    until = Math.min(zone.until, zone.midnight + (days + 1) * hours(24))
    date = zone.show(days * 24).date
    return date
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

/** A statement for each set of details. */
const statements = new Map<string, ReturnType<typeof selectWith>>()

const selectWith = (details: ReadonlySet<Detail>) =>
  preparedList((database, range: VisitRange) => {
    const { entityId } = range
    return firstVisits(database, range)
      .select(['notification_id', 'starts_at', 'test'])
      .select([
        stateBeforeArrival.as('state_before_arrival'),
        expectedUntil.as('expected_until'),
        // History, which has no time of creation, has the time of an answer only in its action.
        sql`case when ${doesNotTellAnswer} and (answered_at is not null or created_at is null)
          then ${last(entityId, 'action', answerNames)} end`.as('answer'),
        sql`case when answered_at is null and created_at is null and ${doesNotTellAnswer}
          then ${last(entityId, 'at', answerNames)} else answered_at end`.as('answered_at'),
        reach(entityId).as('reach'),
        sql`case when arrived_at is not null then 1
          when ${stateIn('imported')} and ${last(entityId, 'action', deskActions)} = 'arrive'
          then 1 else 0 end`.as('is_arrived'),
        sql`case when superseded_by is not null then (select created_at from notifications as later
          where later.entity_id = ${entityId}
          and later.notification_id = notifications.superseded_by) end`.as('moved_at'),
      ])
      .$if(details.has('plugin'), (visits) => visits.select(['category', 'target']))
      .$if(details.has('params'), (visits) => visits.select('params'))
      .$if(details.has('reminders'), (visits) =>
        visits.select([
          'created_at',
          sql`(select min(sent_at) ${ofVisit(entityId, 'deliveries')}
            and kind = 'reminder' and ${deliveryHasLeft})`.as('reminded_at'),
          // A contact who missed the visit can still ask for another time.
          sql`(select max(at) ${ofVisit(entityId, 'actions')}
            and action in ${oneOf(answerNames)} and at < ${expectedUntil})`.as('answered_before_visit'),
        ]),
      )
      .$castTo<CountedVisit>()
  })
