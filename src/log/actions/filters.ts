import type { FastifyRequest } from 'fastify'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { repeatable } from '../../platform/lists/pages.ts'
import { ExternalId } from '../../visits/notification.ts'
import { ActionName, deskActions } from './action.ts'

/** The opt-in filters. A record passes if each given filter contains the record's value. */
export const ActionFilters = Type.Object({
  action: repeatable(ActionName, 'Only these actions.'),
  channel: repeatable(Id, 'Only actions over these channels.'),
  category: repeatable(Id, 'Only notifications of these categories.'),
  target: repeatable(Id, 'Only notifications of these targets.'),
  task_id: repeatable(Id, 'Only notifications of these tasks.'),
  notification_id: repeatable(Id, 'Only these notifications.'),
  external_id: repeatable(ExternalId, "Only these appointments, by the client's own keys."),
})
export type ActionFilters = Static<typeof ActionFilters>

/** An SQL condition: whether a row of `actions` passes the filters. */
export function actionPasses(entityId: string, filters: ActionFilters): Expression<SqlBool> {
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

/** The scope of the front desk is sufficient for a request that filters for arrivals, and their reversals, only. */
export const arrivalsOnly = {
  scope: 'checkin:read' as const,
  appliesTo: 'arrivals only',
  isEnough({ query }: FastifyRequest) {
    const { action = [] } = query as { action?: string | string[] }
    const requested = [action].flat()
    return requested.length > 0 && requested.every((name) => (deskActions as readonly string[]).includes(name))
  },
}
