import { type SqlBool, sql } from 'kysely'

/** The condition that an event is about a test visit. A reply or an opt-out without a visit is real. */
export const isTestEvent = sql<SqlBool>`exists (
  select 1 from notifications
  where notifications.entity_id = events.entity_id
    and notifications.notification_id = events.notification_id
    and notifications.test = 1
)`
