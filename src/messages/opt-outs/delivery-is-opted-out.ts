import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** Whether the contact of a delivery in a statement gets no messages at its address, and others may. */
const contactIsOptedOut = (entityId: string) => sql<SqlBool>`exists (
  select 1 from contact_opt_outs inner join notifications as theirs
      on theirs.entity_id = ${entityId} and theirs.contact_external_id = contact_opt_outs.contact_external_id
    where contact_opt_outs.entity_id = ${entityId} and contact_opt_outs.channel = deliveries.channel
    and contact_opt_outs.uid = deliveries.compared_uid and theirs.notification_id = deliveries.notification_id)`

/** Whether a delivery of the entity in a statement is opted out, for all contacts at its address or for its own: 1 or 0. */
export const deliveryIsOptedOut = (entityId: string) => sql<number>`case when exists (
  select 1 from opt_outs where opt_outs.entity_id = ${entityId}
    and opt_outs.channel = deliveries.channel and opt_outs.uid = deliveries.compared_uid)
  or ${contactIsOptedOut(entityId)} then 1 else 0 end`

/** The reason of the opt-out of a delivery in a statement that joins `opt_outs`; null without one. */
export const reasonOfOptOut = (entityId: string) => sql<
  Selectable<Schema['opt_outs']>['reason'] | null
>`coalesce(opt_outs.reason,
  case when ${contactIsOptedOut(entityId)} then 'opt-out' end)`
