import { preparedIn } from '../database/prepared.ts'
import type { Instant } from '../instant.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import { type EventName, events } from './events.ts'

/** The columns that an event can write in addition to the state. */
interface Written {
  answered_at: Instant
  wish: string | null
  arrived_at: Instant
}

/** Prepares the only statement that changes the state of a notification. It returns a row if the current state allows
 *  the event, and no row otherwise. */
export const stateChange = <Column extends keyof Written = never>(event: EventName, ...columns: Column[]) =>
  preparedIn((database, values: NotificationKey & Pick<Written, Column>) =>
    database
      .updateTable('notifications')
      .set({ state: events[event].to, ...Object.fromEntries(columns.map((column) => [column, values[column]])) })
      .where('entity_id', '=', values.entityId)
      .where('notification_id', '=', values.id)
      .where('state', 'in', [...events[event].from])
      .returning('state'),
  )
