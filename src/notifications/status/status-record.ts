import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../database/database.ts'
import { openJsonObject } from '../../database/json-object.ts'
import type { Schema } from '../../database/schema.ts'
import { deliveredUid } from '../../delivery/outbox.ts'

/** Renders the `NotificationStatus` of a row of `notifications` in SQL, with its deliveries. On SQLite, two indexes
 *  (`migrations/rendered-records.ts`) contain the rendered notification and delivery, and a list copies them: 2 µs per visit
 *  rather than 7. An index serves only the expression that it was created with, so a change here needs a migration. */
export function statusRecord(engine: Engine, entityId: string, more: RawBuilder<string | null> = sql`''`) {
  const { ref } = expressionBuilder<Schema, 'notifications'>()
  const [text, instant] = [engine.jsonText, engine.jsonInstant]
  const notification = openJsonObject({
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
    done: sql`case when done_at is not null then concat(${openJsonObject({
      at: instant(ref('done_at')),
      by: text(ref('done_by')),
    })}, '}') end`,
    arrived_reason: text(ref('arrived_reason')),
  })
  return sql<string>`concat(${notification}, ',"deliveries":[', ${renderDeliveries(engine, entityId)}, ']', ${more}, '}')`
}

function renderDeliveries({ jsonText: text, jsonInstant: instant }: Engine, entityId: string) {
  const { ref } = expressionBuilder<Schema, 'deliveries'>()
  const delivery = openJsonObject({
    kind: name(ref('kind')),
    channel: name(ref('channel')),
    uid: text(ref('uid')),
    state: name(ref('deliveries.state')),
    attempts: sql`attempts`,
    next_attempt_at: sql`case when deliveries.state = 'pending' then ${instant(ref('next_attempt_at'))} end`,
    sent_at: instant(ref('sent_at')),
    delivered_at: instant(ref('delivered_at')),
    reason: text(ref('reason')),
  })
  // Most entities have no opt-out: the database looks once per list, rather than once per delivery.
  const optedOut = sql`case when exists (select 1 from opt_outs where opt_outs.entity_id = ${entityId}) then
    (select ',"opted_out":"' || opt_outs.reason || '"' from opt_outs where opt_outs.entity_id = ${entityId}
      and opt_outs.channel = deliveries.channel and opt_outs.uid = ${deliveredUid}) end`
  // The sorted subquery determines the order of the aggregate. It reads the order from the index; `order by` inside the
  // aggregate sorts, which takes SQLite a tenth of the list's time.
  return sql<
    string | null
  >`(select string_agg(delivery, ',') from (select concat(${delivery}, ${optedOut}, '}') as delivery
    from deliveries where deliveries.entity_id = ${entityId}
      and deliveries.notification_id = notifications.notification_id order by delivery_id) as deliveries)`
}

/** A value that needs no escaping: an id, or a name that this program defines. */
const name = (text: Expression<string | null>) => sql<string | null>`'"' || ${text} || '"'`
