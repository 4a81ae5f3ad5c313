import { type RawBuilder, sql } from 'kysely'
import { deskActions } from '../../actions/action.ts'
import { missedAfter } from '../../checkin/arrival-window.ts'
import type { Database } from '../../database/database.ts'
import { type Position, startingAt } from '../../database/keyset-range.ts'
import { preparedList } from '../../database/prepared.ts'
import { sentStates } from '../../delivery/state.ts'
import { hoursInZone } from '../../entities/hours-in-zone.ts'
import { hours, type Instant, type Microseconds, minutes } from '../../instant.ts'
import { type AnswerName, answerNames, type Params } from '../../plugins/plugin.ts'
import { plugins } from '../../plugins/registry.ts'
import type { Turn } from '../../scheduling/fair-queue.ts'
import { notificationStates, replacedOrWithdrawnStates, type State } from '../../visits/state.ts'
import { events } from '../lifecycle/events.ts'
import { lateHours } from './visit-ends.ts'
import { firstVisits, type VisitRange, visitAfter } from './visit-range.ts'

/** Visits that the counts do not tell apart. */
export interface OutcomeGroup {
  stateBeforeArrival: State
  /** The last answer of the contact, if the outcome depends on it. */
  answer: AnswerName | null
  /** When the last answer came: `late` shortly before the start, or `after` the contact had not come. */
  timing: 'in-time' | 'late' | 'after' | null
  isReached: 0 | 1
  isArrived: 0 | 1
  isOver: 0 | 1
  /** Whether another notification took the place of this one after the visit was over. */
  isMovedAfterwards: 0 | 1
  isTest: 0 | 1
  visits: number
  /** The day of the start, in the entity's zone. */
  date: string
  /** These only when asked for. The hour is in the entity's zone. With `params`, a group is one visit. */
  hour?: number
  params?: Params
  plugin?: string
  /** Whole days from the submission to the start. Null in history. */
  notice?: number | null
  channel?: string | null
}

/** What tells groups apart beside the outcome. Each costs time, so a count reads only those that it needs. */
export type Detail = 'hour' | 'params' | 'plugin' | 'notice' | 'channel'

/** The states in which the outcome depends on these facts. */
export type Basis = 'answer' | 'reached' | 'timing'
export type StatesOn = Record<Basis, readonly State[]>

export interface CountedRange extends Omit<VisitRange, 'rows'> {
  timeZone: string
  /** How long after the start staff can mark an arrival. */
  arriveLateMinutes: number
  /** Visits that are over at this time count as over. */
  asOf: Instant
}

// SQLite counts such a window in 2 to 6 ms.
const windowRows = 1_000
// The params of a visit may have thousands of characters: with 1,800 each, 1,000 blocked the event loop for 290 to 530 ms on
// PostgreSQL.
const windowRowsWithParams = 200

type Row = Omit<OutcomeGroup, 'date' | 'hour' | 'params'> & {
  hours: number
  /** The params of all visits, separated by commas. To group by them takes twice the time. */
  params?: string
}

type Window = VisitRange & {
  midnight: Instant
  /** Visits that started before, and campaigns that ended before, are over. */
  overIfStartedBy: Instant
  overIfEndedBy: Instant
  missedAfterStart: Microseconds
}

/** Reads the visits of a range in groups, one window in each turn. The visits of a window have the same UTC offset. */
export async function* readGroups(
  database: Database,
  { timeZone, arriveLateMinutes, asOf, ...range }: CountedRange,
  statesOn: StatesOn,
  details: readonly Detail[],
  turn: Turn,
): AsyncGenerator<OutcomeGroup[]> {
  const select = selectionOf(statesOn, details)
  const missedAfterStart = minutes(arriveLateMinutes) + missedAfter
  const whole = {
    ...{ ...range, rows: details.includes('params') ? windowRowsWithParams : windowRows, missedAfterStart },
    ...{ overIfStartedBy: asOf - missedAfterStart, overIfEndedBy: asOf - missedAfter },
  }
  let position: Position<string> | undefined = { at: whole.fromAt, key: whole.fromKey }
  while (position) {
    const zoneHours = hoursInZone(position.at, timeZone)
    const toAt = Math.min(whole.toAt, zoneHours.until)
    const window: Window = { ...startingAt({ ...whole, toAt }, position), midnight: zoneHours.midnight }
    const { groups, next } = await turn(() => readWindow(database, window, select))
    yield groups.flatMap(({ hours, params, ...group }) => {
      const shown = { ...group, ...zoneHours.show(hours) }
      if (params === undefined) return [shown]
      return (JSON.parse(`[${params}]`) as Params[]).map((one) => ({ ...shown, params: one, visits: 1 }))
    })
    position = next ?? (await turn(() => positionFrom(database, whole, toAt)))
  }
}

async function readWindow(database: Database, window: Window, select: Selection) {
  const groups = await select(database, window)
  const rows = groups.reduce((sum, { visits }) => sum + visits, 0)
  return { groups, next: rows < window.rows ? undefined : await visitAfter(database, window) }
}

/** Finds the position of the first visit at or after the instant. */
const positionFrom = async (database: Database, range: VisitRange, at: Instant) =>
  at < range.toAt ? visitAfter(database, { ...startingAt(range, { at, key: '' }), rows: 0 }) : undefined

const oneOf = (values: readonly string[]) => sql`(${sql.join(values.map((value) => sql.lit(value)))})`

type Selection = ReturnType<typeof select>
const selections = new Map<string, Selection>()

/** A statement for each set of details. */
const selectionOf = (statesOn: StatesOn, details: readonly Detail[]) =>
  selections.getOrInsertComputed([...details].sort().join(), () => select(statesOn, details))

const campaigns = plugins.filter(({ isCampaign }) => isCampaign)
const isCampaign = sql`(${sql.join(
  campaigns.map(({ category, target }) => sql`category = ${sql.lit(category)} and target = ${sql.lit(target)}`),
  sql` or `,
)})`
/** The time until which staff expect the contact, as `expectedUntil` returns it. */
const expectedUntil = sql<Instant>`case when ${isCampaign} then ends_at else starts_at end`

const select = (statesOn: StatesOn, details: readonly Detail[]) =>
  preparedList((database, range: Window) => {
    const { entityId } = range
    const ofNotification = (table: 'actions' | 'deliveries') => sql`${sql.table(table)}.entity_id = ${entityId}
      and ${sql.table(table)}.notification_id = notifications.notification_id`
    // The last of these actions. The index finds the actions of a notification; a visit has few.
    const last = <Column>(column: 'action' | 'at' | 'channel', actions: readonly string[]) =>
      sql<Column | null>`(select ${sql.ref(column)} from actions
        where ${ofNotification('actions')} and action in ${oneOf(actions)}
        order by sequence desc limit 1)`
    // Uses `count`, because PostgreSQL turns `exists` into a join that may read all deliveries of the entity.
    const hasDeliveryWith = (column: 'state' | 'kind', ...values: string[]) => sql`(select count(*) from deliveries
      where ${ofNotification('deliveries')} and ${sql.ref(`deliveries.${column}`)} in ${oneOf(values)}) > 0`
    const state = sql<State>`notifications.state`
    const stateBeforeArrival = sql<State>`case when ${state} = ${sql.lit(events.arrive.to)} then arrived_from else ${state} end`
    // History has the time of an answer only in its action.
    const answeredAt = sql<Instant>`coalesce(answered_at, ${last<Instant>('at', answerNames)})`
    const later = sql`(select created_at from notifications as later
      where later.entity_id = ${entityId} and later.notification_id = notifications.superseded_by)`
    const unit = details.includes('hour') ? 1 : 24
    const read = details.filter((detail) => detail !== 'hour')
    const detailColumns: Record<Exclude<Detail, 'hour'>, RawBuilder<string | number | null>> = {
      params: sql<string>`notifications.params`,
      plugin: sql<string>`category || '/' || target`,
      notice: sql<number | null>`(starts_at - created_at) / ${sql.lit(hours(24))}`,
      // The channel of the first message, and of the answer if no message is known, as in history.
      channel: sql<string | null>`coalesce(
        (select channel from deliveries where ${ofNotification('deliveries')} and state in ${oneOf(sentStates)}
          order by sent_at limit 1),
        ${last<string>('channel', answerNames)})`,
    }
    const visits = firstVisits(database, range).select([
      stateBeforeArrival.as('stateBeforeArrival'),
      sql<AnswerName | null>`case when ${stateBeforeArrival} in ${oneOf(statesOn.answer)} then ${last<AnswerName>('action', answerNames)} end`.as(
        'answer',
      ),
      sql<OutcomeGroup['timing']>`case when ${stateBeforeArrival} in ${oneOf(statesOn.timing)} then
        case when ${answeredAt} >= ${expectedUntil} then 'after'
          when ${answeredAt} > starts_at - ${sql.lit(hours(lateHours))} then 'late'
          else 'in-time' end end`.as('timing'),
      // History contains neither deliveries nor states. A key that went to another contact has a message of the withdrawal.
      sql<
        0 | 1
      >`case when ${state} in ${oneOf(replacedOrWithdrawnStates)} and ${hasDeliveryWith('kind', 'withdrawn')} then 0
        when answered_at is not null or arrived_at is not null or created_at is null then 1
        when ${state} in ${oneOf(statesOn.reached)} and ${hasDeliveryWith('state', ...sentStates)} then 1
        else 0 end`.as('isReached'),
      sql<0 | 1>`case when arrived_at is not null then 1
        when ${state} in ${oneOf(events.adopt.from)} and ${last('action', deskActions)} = ${sql.lit('arrive')} then 1
        else 0 end`.as('isArrived'),
      sql<0 | 1>`case when starts_at > ${range.overIfStartedBy} then 0
        when ${isCampaign} and ends_at > ${range.overIfEndedBy} then 0
        else 1 end`.as('isOver'),
      sql<0 | 1>`case when ${state} = ${sql.lit(events.supersede.to)}
          and ${later} >= starts_at + cast(${range.missedAfterStart} as bigint)
          and ${later} >= ${expectedUntil} + ${sql.lit(missedAfter)}
        then 1 else 0 end`.as('isMovedAfterwards'),
      'notifications.test as isTest',
      // Whole days have fewer groups.
      sql<number>`(starts_at - cast(${range.midnight} as bigint)) / ${sql.lit(hours(unit))} * ${sql.lit(unit)}`.as(
        'hours',
      ),
      ...read.map((detail) => detailColumns[detail].as(detail)),
    ])
    const grouped = read.filter((detail) => detail !== 'params')
    const columns = [
      ...(['stateBeforeArrival', 'answer', 'timing', 'isReached', 'isArrived', 'isOver', 'isMovedAfterwards'] as const),
      ...(['isTest', 'hours'] as const),
      ...grouped,
    ]
    return database
      .selectFrom(visits.as('visits'))
      .select(columns)
      .select((eb) => eb.fn.countAll<number>().as('visits'))
      .$if(details.includes('params'), (query) =>
        query.select((eb) => eb.fn.agg<string>('string_agg', ['params', sql.lit(',')]).as('params')),
      )
      .groupBy(columns)
      .$castTo<Row>()
  })

/** All states whose outcome depends on the fact. */
export const statesWith = (rules: Record<State, { dependsOn?: readonly Basis[] }>, basis: Basis) =>
  notificationStates.filter((state) => rules[state].dependsOn?.includes(basis))
