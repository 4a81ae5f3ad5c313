import { sql } from 'kysely'

/** Whether the address of the entity's delivery in a statement has opted out: 1 or 0. */
export const deliveryIsOptedOut = (entityId: string) => sql<number>`case when exists (
  select 1 from opt_outs where opt_outs.entity_id = ${entityId}
    and opt_outs.channel = deliveries.channel and opt_outs.uid = deliveries.compared_uid)
  then 1 else 0 end`
