import { type RawBuilder, sql } from 'kysely'
import { deskActions } from '../../log/actions/action.ts'
import { missedAfter } from '../../messages/check-in/arrival-window.ts'
import type { MessageKind } from '../../messages/delivery/kind.ts'
import type { Reach } from '../../messages/delivery/reach.ts'
import { deliveryHasLeft, notificationReach } from '../../messages/delivery/stored-reach.ts'
import { oneOf } from '../../platform/database/one-of.ts'
import { hours, type Instant, type Microseconds } from '../../platform/time/instant.ts'
import { type AnswerName, answerNames, type Params } from '../../visits/plugins/plugin.ts'
import { plugins } from '../../visits/plugins/registry.ts'
import { notificationStates, replacedOrWithdrawnStates, type State } from '../../visits/state.ts'
import { events } from '../lifecycle/events.ts'
import { lateHours } from './visit-ends.ts'

/** Visits that the counts do not tell apart. */
export interface OutcomeGroup {
  stateBeforeArrival: State
  /** The last answer of the contact, if the outcome depends on it. */
  answer: AnswerName | null
  /** When the last answer came: `late` shortly before the start, or `after` the contact had not come. */
  timing: 'in-time' | 'late' | 'after' | null
  reach: Reach
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
  reminder?: Reminded | null
}

/** Optional columns of a group. A query reads only the requested ones, because each costs time. */
export type Detail = 'hour' | 'params' | 'plugin' | 'notice' | 'channel' | 'reminder'
type StoredDetail = Exclude<Detail, 'hour'>

/** Whether a reminder was sent, and whether the last answer before the visit came before or after the first one. */
export const reminded = ['none', 'answered-before', 'answered-after', 'unanswered'] as const
export type Reminded = (typeof reminded)[number]

/** The states in which the outcome depends on these facts. */
export type Basis = 'answer' | 'reached' | 'timing'
export type StatesOn = Record<Basis, readonly State[]>

/** All states whose outcome depends on the fact. */
export const statesWith = (rules: Record<State, { dependsOn?: readonly Basis[] }>, basis: Basis) =>
  notificationStates.filter((state) => rules[state].dependsOn?.includes(basis))

/** What the columns depend on beside the visit. */
export type Bounds = {
  entityId: string
  midnight: Instant
  /** Visits that started before, and campaigns that ended before, are over. */
  overIfStartedBy: Instant
  overIfEndedBy: Instant
  missedAfterStart: Microseconds
}

const campaigns = plugins.filter(({ isCampaign }) => isCampaign)
const isCampaign = sql`(${sql.join(
  campaigns.map(({ category, target }) => sql`category = ${sql.lit(category)} and target = ${sql.lit(target)}`),
  sql` or `,
)})`
/** The time until which staff expect the contact, as `expectedUntil` returns it. */
const expectedUntil = sql<Instant>`case when ${isCampaign} then notifications.ends_at else notifications.starts_at end`

const state = sql<State>`notifications.state`
const stateBeforeArrival = sql<State>`case when ${state} = ${sql.lit(events.arrive.to)} then arrived_from else ${state} end`

const ofNotification = (
  entityId: string,
  table: 'actions' | 'deliveries',
) => sql`${sql.table(table)}.entity_id = ${entityId}
  and ${sql.table(table)}.notification_id = notifications.notification_id`

/** The last of these actions. The index finds the actions of a notification; a visit has few. */
const last = <Column>(entityId: string, column: 'action' | 'at' | 'channel', actions: readonly string[]) =>
  sql<Column | null>`(select ${sql.ref(column)} from actions
    where ${ofNotification(entityId, 'actions')} and action in ${oneOf(actions)}
    order by sequence desc limit 1)`

/** Imported history has the time of an answer only in its action. */
const answeredAt = (entityId: string) =>
  sql<Instant>`coalesce(answered_at, ${last<Instant>(entityId, 'at', answerNames)})`

/** A contact who missed the visit can still ask for another time. */
const answeredBeforeVisit = (entityId: string) =>
  sql<Instant | null>`(select max(at) from actions
    where ${ofNotification(entityId, 'actions')} and action in ${oneOf(answerNames)} and at < ${expectedUntil})`

/** Uses `count`, because PostgreSQL turns `exists` into a join that may read all deliveries of the entity. */
const hasDeliveryOf = (entityId: string, kind: MessageKind) => sql`(select count(*) from deliveries
  where ${ofNotification(entityId, 'deliveries')} and deliveries.kind = ${sql.lit(kind)}) > 0`

const timing = (entityId: string, states: readonly State[]) => sql<OutcomeGroup['timing']>`case
  when ${stateBeforeArrival} in ${oneOf(states)} then
    case when ${answeredAt(entityId)} >= ${expectedUntil} then 'after'
      when ${answeredAt(entityId)} > starts_at - ${sql.lit(hours(lateHours))} then 'late'
      else 'in-time' end end`

/** Imported history has no deliveries and no states. A `withdrawn` message exists if the key went to another contact. */
const reach = (entityId: string, states: readonly State[]) => sql<Reach>`case
  when ${state} in ${oneOf(replacedOrWithdrawnStates)} and ${hasDeliveryOf(entityId, 'withdrawn')} then 'unreached'
  when answered_at is not null or arrived_at is not null or created_at is null then 'reached'
  when ${state} in ${oneOf(states)} then ${notificationReach(entityId)}
  else 'unreached' end`

const isArrived = (entityId: string) => sql<0 | 1>`case when arrived_at is not null then 1
  when ${state} in ${oneOf(events.adopt.from)} and ${last(entityId, 'action', deskActions)} = ${sql.lit('arrive')} then 1
  else 0 end`

const isOver = ({ overIfStartedBy, overIfEndedBy }: Bounds) => sql<
  0 | 1
>`case when starts_at > ${overIfStartedBy} then 0
  when ${isCampaign} and ends_at > ${overIfEndedBy} then 0
  else 1 end`

function isMovedAfterwards({ entityId, missedAfterStart }: Bounds) {
  const later = sql`(select created_at from notifications as later
    where later.entity_id = ${entityId} and later.notification_id = notifications.superseded_by)`
  return sql<0 | 1>`case when ${state} = ${sql.lit(events.supersede.to)}
      and ${later} >= starts_at + cast(${missedAfterStart} as bigint)
      and ${later} >= ${expectedUntil} + ${sql.lit(missedAfter)}
    then 1 else 0 end`
}

/** What the outcome of a visit depends on. */
export const outcomeColumns = (bounds: Bounds, { answer, reached, timing: timed }: StatesOn) => [
  stateBeforeArrival.as('stateBeforeArrival'),
  sql<AnswerName | null>`case when ${stateBeforeArrival} in ${oneOf(answer)}
    then ${last<AnswerName>(bounds.entityId, 'action', answerNames)} end`.as('answer'),
  timing(bounds.entityId, timed).as('timing'),
  reach(bounds.entityId, reached).as('reach'),
  isArrived(bounds.entityId).as('isArrived'),
  isOver(bounds).as('isOver'),
  isMovedAfterwards(bounds).as('isMovedAfterwards'),
  sql<0 | 1>`notifications.test`.as('isTest'),
]
export const outcomeNames = [
  ...(['stateBeforeArrival', 'answer', 'timing', 'reach', 'isArrived', 'isOver', 'isMovedAfterwards'] as const),
  'isTest',
] as const

/** The whole hours from midnight to the start. Without `hour` whole days, which have fewer groups. */
export function hoursColumn({ midnight }: Bounds, details: readonly Detail[]) {
  const unit = details.includes('hour') ? 1 : 24
  return sql<number>`(starts_at - cast(${midnight} as bigint)) / ${sql.lit(hours(unit))} * ${sql.lit(unit)}`.as('hours')
}

export const isStored = (detail: Detail): detail is StoredDetail => detail !== 'hour'

export const detailColumns: Record<StoredDetail, (entityId: string) => RawBuilder<string | number | null>> = {
  params: () => sql<string>`notifications.params`,
  plugin: () => sql<string>`category || '/' || target`,
  notice: () => sql<number | null>`(starts_at - created_at) / ${sql.lit(hours(24))}`,
  // The channel of the first message, and of the answer if no message is known, as in history.
  channel: (entityId) => sql<string | null>`coalesce(
    (select channel from deliveries where ${ofNotification(entityId, 'deliveries')} and ${deliveryHasLeft}
      order by sent_at limit 1),
    ${last<string>(entityId, 'channel', answerNames)})`,
  // Imported history has no messages.
  reminder(entityId) {
    const remindedAt = sql<Instant | null>`(select min(sent_at) from deliveries
      where ${ofNotification(entityId, 'deliveries')} and kind = 'reminder' and ${deliveryHasLeft})`
    return sql<Reminded | null>`case when created_at is null then null
      when ${remindedAt} is null then 'none'
      when ${answeredBeforeVisit(entityId)} < ${remindedAt} then 'answered-before'
      when ${answeredBeforeVisit(entityId)} is not null then 'answered-after'
      else 'unanswered' end`
  },
}
