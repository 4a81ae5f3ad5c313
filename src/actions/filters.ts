import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Schema } from '../database/schema.ts'
import { Id } from '../entities/entity.ts'
import { ForeignKey } from '../foreign-key.ts'
import { ActionName } from './action.ts'

/** An optional parameter that can be repeated. */
export const anyOf = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Optional(
    Type.Array(item, { description: `${description} Repeat the parameter to select several values.`, maxItems: 100 }),
  )

/** The opt-in filters. A record passes if each given filter contains the record's value. */
export const ActionFilters = Type.Object({
  action: anyOf(ActionName, 'Only these actions.'),
  channel: anyOf(Id, 'Only actions over these channels.'),
  category: anyOf(Id, 'Only notifications of these categories.'),
  target: anyOf(Id, 'Only notifications of these targets.'),
  task_id: anyOf(Id, 'Only notifications of these tasks.'),
  notification_id: anyOf(Id, 'Only these notifications.'),
  external_id: anyOf(ForeignKey, "Only these appointments, by the client's own keys."),
})
export type ActionFilters = Static<typeof ActionFilters>

export const hasFilters = (filters: ActionFilters) => Object.keys(filters).length > 0

/** An SQL condition: whether a row of `actions` passes the filters. */
export function passes(entityId: string, filters: ActionFilters): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'actions'>()
  const own = (['action', 'channel', 'notification_id'] as const).flatMap((column) =>
    filters[column] ? [eb(column, 'in', filters[column])] : [],
  )
  const ofNotification = (['category', 'target', 'task_id', 'external_id'] as const).filter((column) => filters[column])
  if (ofNotification.length === 0) return eb.and(own)
  const notification = eb
    .selectFrom('notifications')
    .whereRef('notifications.notification_id', '=', 'actions.notification_id')
    .where('notifications.entity_id', '=', entityId)
    .where((of) => of.and(ofNotification.map((column) => of(`notifications.${column}`, 'in', filters[column]!))))
    .select('notifications.notification_id')
  return eb.and([...own, eb.exists(notification)])
}
