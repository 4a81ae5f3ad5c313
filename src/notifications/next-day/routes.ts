import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { findNextDay, NextDay } from './next-day.ts'

const operation = {
  config: {
    personal: 'none',
    scope: 'notifications:read',
    responses: { 200: json('The days, and the counts of the appointments.', NextDay) },
  },
  schema: {
    operationId: 'findNextDay',
    summary: 'Find the next working day, and the next day with appointments',
    description:
      'A working day is an opening day of the entity that is no holiday of its quiet hours. The counts are those of `to_come` in the outcomes of that day. Test visits do not count.',
    tags: ['notifications'],
    params: Type.Object({ entity_id: EntityIdParam }),
  },
} as const

export const nextDayRoutes: Feature = (app, { reads, clock, database }) => {
  app.get('/v1/notifications/:entity_id/byvisit/next-day', operation, async (request, reply) =>
    findNextDay(database, request.entityId, clock.now(), turnOf(reads, request, reply)),
  )
}
