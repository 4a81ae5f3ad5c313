import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Engine } from '../database/database.ts'
import { jsonObject } from '../database/json-object.ts'
import type { Schema } from '../database/schema.ts'

/** Renders the `NotificationStatus` of a row of `notifications` in SQL, with its deliveries. Rendering a day of 1,000
 *  notifications in this process took four times as long. */
export function statusRecord(engine: Engine, entityId: string) {
  const { ref } = expressionBuilder<Schema, 'notifications'>()
  const [text, instant] = [engine.jsonText, engine.jsonInstant]
  return jsonObject({
    id: name(ref('notification_id')),
    task_id: name(ref('task_id')),
    external_id: text(ref('external_id')),
    category: name(ref('category')),
    target: name(ref('target')),
    supersedes: name(ref('supersedes')),
    superseded_by: name(ref('superseded_by')),
    starts_at: instant(ref('starts_at')),
    ends_at: instant(ref('ends_at')),
    contact: ref('contact'),
    params: ref('params'),
    state: name(ref('notifications.state')),
    created_at: instant(ref('created_at')),
    answered_at: instant(ref('answered_at')),
    by: sql`case when answered_at is not null then coalesce(${text(ref('answered_by'))}, '"contact"') end`,
    arrived_at: instant(ref('arrived_at')),
    arrived_by: text(ref('arrived_by')),
    wish: text(ref('wish')),
    version: sql`version`,
    deliveries: renderDeliveries(engine, entityId),
  })
}

function renderDeliveries({ jsonText: text, jsonInstant: instant }: Engine, entityId: string) {
  const { ref } = expressionBuilder<Schema, 'deliveries'>()
  const delivery = jsonObject({
    kind: name(ref('kind')),
    channel: name(ref('channel')),
    uid: text(ref('uid')),
    state: name(ref('deliveries.state')),
    attempts: sql`attempts`,
    next_attempt_at: sql`case when deliveries.state = 'pending' then ${instant(ref('next_attempt_at'))} end`,
    sent_at: instant(ref('sent_at')),
    delivered_at: instant(ref('delivered_at')),
    reason: text(ref('reason')),
    opted_out: sql`(select '"' || opt_outs.reason || '"' from opt_outs where opt_outs.entity_id = ${entityId}
      and opt_outs.channel = deliveries.channel and opt_outs.uid = deliveries.uid)`,
  })
  // With `order by` outside the aggregate, SQLite reads all deliveries of the entity.
  return sql<string>`'[' || coalesce((select string_agg(${delivery}, ',' order by delivery_id) from deliveries
    where deliveries.entity_id = ${entityId} and deliveries.notification_id = notifications.notification_id), '') || ']'`
}

/** A value that needs no escaping: an id, or a name that this program defines. */
const name = (text: Expression<string | null>) => sql<string | null>`'"' || ${text} || '"'`
