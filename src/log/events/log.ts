import { type InferResult, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { selectLastEvent } from '../../platform/database/last-sequence.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { testMark } from '../../visits/notification.ts'
import type { Feed, FeedRow } from '../feed/feed.ts'
import type { EventKind } from './event.ts'

/** The log of an entity, in commit order.
 *  @param kinds undefined: all */
export const eventLog = (database: Database, entityId: string, kinds: readonly EventKind[] | undefined): Feed => ({
  entityId,
  notifier: database.eventNotifier,
  isFiltered: kinds !== undefined,
  read: async (since, limit) =>
    (await selectEvents(database, entityId, since, limit).execute()).map((row) => feedRow(row, kinds)),
  async lastSequence() {
    const [entity] = await selectLastEvent(database, { entityId })
    return entity?.last_event ?? 0
  },
})

const feedRow = (row: StoredEvent, kinds: readonly EventKind[] | undefined): FeedRow => ({
  sequence: row.sequence,
  event: row.kind,
  notification_id: row.notification_id,
  record: kinds === undefined || kinds.includes(row.kind) ? renderEvent(row) : null,
})

/** An event with the action that it stands for. */
export type StoredEvent = InferResult<ReturnType<typeof selectEvents>>[number]

/** The columns that `renderEvent` needs, of `events` with the `actions` of their `action_sequence`. */
export const storedEventColumns = [
  ...(['events.sequence', 'events.at', 'events.kind', 'events.notification_id', 'events.details'] as const),
  ...(['actions.action_id', 'actions.acted_by', 'actions.reason', 'actions.record', 'actions.test'] as const),
] as const

/** Selects the first `limit` events after a sequence. */
export const selectEvents = (database: Kysely<Schema>, entityId: string, since: number, limit: number) =>
  database
    .selectFrom('events')
    .leftJoin('actions', (join) =>
      join.onRef('actions.entity_id', '=', 'events.entity_id').onRef('actions.sequence', '=', 'events.action_sequence'),
    )
    .select(storedEventColumns)
    .where('events.entity_id', '=', entityId)
    .where('events.sequence', '>', since)
    .orderBy('events.sequence')
    .limit(sql<number>`cast(${limit} as integer)`)

/** The condition that an event is about a test visit. A reply or an opt-out without a visit is real. */
export const isTestEvent = sql<SqlBool>`exists (
  select 1 from notifications
  where notifications.entity_id = events.entity_id
    and notifications.notification_id = events.notification_id
    and notifications.test = 1
)`

/** Returns the JSON of an event. The stored record of an action is in it unchanged. */
export function renderEvent(event: StoredEvent): string {
  const { sequence, kind, at, notification_id, details, action_id, acted_by, reason, record, test } = event
  const members = JSON.stringify({
    sequence,
    kind,
    date: formatInstant(at),
    ...(notification_id !== null && { notification_id }),
    ...(action_id !== null && { action_id, by: acted_by ?? 'contact' }),
    ...(action_id !== null && reason !== null && { reason }),
    ...JSON.parse(details),
    ...testMark(test),
  })
  return record === null ? members : `${members.slice(0, -1)},"record":${record}}`
}
