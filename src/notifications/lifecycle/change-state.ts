import { sql } from 'kysely'
import { preparedIn } from '../../database/prepared.ts'
import type { Instant } from '../../instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import { type EventName, events } from './events.ts'

/** The columns that an event can write in addition to the state. */
interface EventColumns {
  answered_at: Instant
  answered_by: string | null
  wish: string | null
  done_at: null
  done_by: null
  arrived_at: Instant | null
  arrived_by: string | null
  arrived_reason: string | null
  arrived_from: State | null
  superseded_by: string | null
  contact: string
  params: string
  files: string
  inferred_data: string
  starts_at: Instant | null
  ends_at: Instant | null
  search: string
  digest: string
  latest_submission: string | null
  version: number | null
}

/** Prepares the only statement that changes the state of a notification. It returns the new state and revision if the
 *  current state allows the event, and no row otherwise. */
export const stateChange = <Column extends keyof EventColumns = never>(event: EventName, ...columns: Column[]) =>
  preparedIn((database, values: NotificationKey & Pick<EventColumns, Column>) =>
    database
      .updateTable('notifications')
      .set({ state: target(event), revision: sql<number>`revision + 1` })
      .set(Object.fromEntries(columns.map((column) => [column, values[column]])))
      .where('entity_id', '=', values.entityId)
      .where('notification_id', '=', values.id)
      .where('state', 'in', events[event].from)
      .returning(['state', 'revision']),
  )

/** The state of an arrived notification before its arrival. Earlier versions marked arrivals without `arrived_from`, and only
 *  of confirmed and imported notifications. */
export const stateBeforeArrival = sql<State>`coalesce(arrived_from,
  case when created_at is null then 'imported' else 'confirmed' end)`

function target(event: EventName) {
  const { to } = events[event]
  if (to === 'same') return sql<State>`state`
  return to === 'previous' ? stateBeforeArrival : to
}
