import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { oneOf } from '../../platform/database/one-of.ts'
import { type MessageKind, messageKinds, tellsOfVisit } from './kind.ts'
import { fileReason, type Reach } from './reach.ts'
import { sentStates } from './state.ts'

/** Whether the message of a delivery in a statement was written to a file, as 1 or 0. */
export const deliveryIsWritten = sql<0 | 1>`case when deliveries.state = 'sent'
  and deliveries.reason = ${sql.lit(fileReason)} then 1 else 0 end`

/** Whether the message of a delivery in a statement has left. */
export const deliveryHasLeft = sql<SqlBool>`(deliveries.state in ${oneOf(sentStates)} and ${deliveryIsWritten} = 0)`

/** The greatest reach of a notification's messages of some kinds to addresses that the clinic has not removed, as 0 (unreached), 1 (waiting) or 2 (reached). An aggregate, because
 *  PostgreSQL turns `exists` into a join that may read all deliveries of the entity. */
export const reachRank = (entityId: string, kinds: readonly MessageKind[], notification = 'notifications') =>
  sql<number>`coalesce((select max(case when ${deliveryHasLeft} then 2 when deliveries.state = 'pending' then 1 else 0 end)
    from deliveries where deliveries.entity_id = ${entityId}
      and deliveries.notification_id = ${sql.ref(`${notification}.notification_id`)}
      and deliveries.removed = 0 and deliveries.kind in ${oneOf(kinds)}), 0)`

export const kindsAboutVisit = messageKinds.filter(tellsOfVisit)

/** The reach of a notification's messages about the visit. */
export const notificationReach = (entityId: string): RawBuilder<Reach> =>
  sql`case ${reachRank(entityId, kindsAboutVisit)} when 2 then 'reached' when 1 then 'waiting' else 'unreached' end`
