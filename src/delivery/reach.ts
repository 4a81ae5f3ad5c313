import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { oneOf } from '../database/one-of.ts'
import type { State } from '../visits/state.ts'
import { type MessageKind, messageKinds, tellsOfVisit } from './kind.ts'
import { type DeliveryState, sentStates, wasSent } from './state.ts'

/** The reach of the messages about a visit: one has reached the contact, as far as the service knows; or one is on its way; or neither. */
export type Reach = 'unreached' | 'waiting' | 'reached'

/** The reason of a delivery whose channel had no server: its message was written to a file, and nobody got it. */
export const fileReason = 'file'

interface Told {
  kind: MessageKind
  state: DeliveryState
  reason?: string | null
}

/** Whether the message left the service. Its provider may not have delivered it yet. */
export const hasLeft = ({ state, reason }: Pick<Told, 'state' | 'reason'>) => wasSent(state) && reason !== fileReason

/** Returns the reach of the messages about a visit. An answer of staff to a text does not tell the contact of the visit. */
export function reachOf(deliveries: Told[]): Reach {
  const about = deliveries.filter(({ kind }) => tellsOfVisit(kind))
  if (about.some(hasLeft)) return 'reached'
  return about.some(({ state }) => state === 'pending') ? 'waiting' : 'unreached'
}

/** The states in which a contact without an answer may know nothing of the visit. */
export const unansweredStates = ['open', 'no-show'] as const satisfies State[]

/** Whether no message has reached the contact of a current visit, none is on its way, and the contact has not answered. The
 *  condition `visitIsUnreached` says the same. */
export const isUnreached = ({
  state,
  answered_at,
  deliveries,
}: {
  state: State
  answered_at?: string
  deliveries: Told[]
}) => unansweredStates.some((one) => one === state) && answered_at === undefined && reachOf(deliveries) === 'unreached'

/** Whether the message of a delivery in a statement was written to a file, as 1 or 0. */
export const deliveryIsWritten = sql<0 | 1>`case when deliveries.state = 'sent'
  and deliveries.reason = ${sql.lit(fileReason)} then 1 else 0 end`

/** Whether the message of a delivery in a statement has left. */
export const deliveryHasLeft = sql<SqlBool>`(deliveries.state in ${oneOf(sentStates)} and ${deliveryIsWritten} = 0)`

/** The greatest reach of a notification's messages of some kinds, as 0 (unreached), 1 (waiting) or 2 (reached). An aggregate, because
 *  PostgreSQL turns `exists` into a join that may read all deliveries of the entity. */
export const reachRank = (entityId: string, kinds: readonly MessageKind[], notification = 'notifications') =>
  sql<number>`coalesce((select max(case when ${deliveryHasLeft} then 2 when deliveries.state = 'pending' then 1 else 0 end)
    from deliveries where deliveries.entity_id = ${entityId}
      and deliveries.notification_id = ${sql.ref(`${notification}.notification_id`)}
      and deliveries.kind in ${oneOf(kinds)}), 0)`

export const kindsAboutVisit = messageKinds.filter(tellsOfVisit)

/** The reach of a notification's messages about the visit. */
export const notificationReach = (entityId: string): RawBuilder<Reach> =>
  sql`case ${reachRank(entityId, kindsAboutVisit)} when 2 then 'reached' when 1 then 'waiting' else 'unreached' end`
