import { type Selectable, sql } from 'kysely'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { type State, states } from '../../visits/state.ts'
import { loggedColumns } from './log-change.ts'
import { type TransitionName, transitions } from './transitions.ts'

type Columns = Selectable<Schema['notifications']>

/** Prepares the only statement that changes the state of a notification. It returns the new state and revision, and the
 *  columns for the log, if the current state allows the transition, and no row otherwise. */
export const stateChange = <Column extends keyof Columns = never>(transition: TransitionName, ...columns: Column[]) =>
  preparedStatement((database, values: NotificationKey & Pick<Columns, Column>) =>
    database
      .updateTable('notifications')
      .set({ state: target(transition), revision: sql<number>`revision + 1` })
      .set({ ...reminders(transition), ...earlierState(transition) })
      .set(Object.fromEntries(columns.map((column) => [column, values[column]])))
      .where('entity_id', '=', values.entityId)
      .where('notification_id', '=', values.id)
      .where('state', 'in', transitions[transition].from)
      .returning(['state', 'revision', 'ended_from', ...loggedColumns]),
  )

/** The reminders of a visit begin again when it gets a state with reminders, with the steps that are still to come. */
function reminders(transition: TransitionName) {
  const { to } = transitions[transition]
  if (to === 'same') return {}
  const isReminded = typeof to === 'object' || states[to].isReminded
  return isReminded
    ? { next_due_at: sql<number>`coalesce(next_due_at, 0)` }
    : { next_due_at: null, reminded_until: null }
}

/** Keeps the state before the end, which tells whether the contact had cancelled. */
function earlierState(transition: TransitionName) {
  const { to } = transitions[transition]
  const isEnd = typeof to === 'string' && to !== 'same' && !states[to].isCurrent
  return isEnd ? { ended_from: sql.ref<State>('state') } : {}
}

function target(transition: TransitionName) {
  const { to } = transitions[transition]
  if (to === 'same') return sql<State>`state`
  return typeof to === 'object' ? sql.ref<State>(to.restores) : to
}
