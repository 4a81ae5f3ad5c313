import { type SqlBool, sql } from 'kysely'

/** Joins the notification of a delivery. */
export const ofSameNotification = sql<SqlBool>`notifications.entity_id = deliveries.entity_id
  and notifications.notification_id = deliveries.notification_id`

/** Joins the opt-out of a delivery's address. */
export const ofSameAddress = sql<SqlBool>`opt_outs.entity_id = deliveries.entity_id
  and opt_outs.channel = deliveries.channel and opt_outs.uid = deliveries.compared_uid`
