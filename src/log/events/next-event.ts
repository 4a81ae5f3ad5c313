import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { testMark } from '../../visits/notification.ts'
import type { EventKind } from './event.ts'
import { isTestEvent, renderEvent, type StoredEvent, selectEvents } from './log.ts'

/** An event for another system. */
export interface LoggedEvent {
  sequence: number
  at: Instant
  /** The notification that the event is about. */
  notification_id: string | null
  /** JSON: what identifies the event, without personal data. */
  thin: string
  /** JSON: the whole event. */
  record: string
}

export interface EventFilter {
  /** Undefined: all kinds. */
  kinds: readonly EventKind[] | undefined
  /** `true`: only events of test visits. Undefined: all events. */
  test?: true
}

/** Returns the first event after a sequence. */
export async function nextEvent(
  database: Kysely<Schema>,
  entityId: string,
  since: number,
  { kinds, test }: EventFilter,
): Promise<LoggedEvent | undefined> {
  const event = await selectEvents(database, entityId, since, 1)
    .$if(kinds !== undefined, (events) => events.where('events.kind', 'in', kinds!))
    .$if(test === true, (events) => events.where(isTestEvent))
    .executeTakeFirst()
  if (!event) return undefined
  const { sequence, at, notification_id } = event
  return { sequence, at, notification_id, thin: thinOf(event), record: renderEvent(event) }
}

function thinOf({ sequence, kind, at, notification_id, action_id, details, test: ofAction }: StoredEvent): string {
  const { change, reply_id, test } = JSON.parse(details) as { change?: string; reply_id?: string; test?: true }
  return JSON.stringify({
    sequence,
    kind,
    date: formatInstant(at),
    change,
    ...(notification_id !== null && { notification_id }),
    ...(action_id !== null && { action_id }),
    reply_id,
    ...testMark(test ?? ofAction),
  })
}
