import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { changeResource } from '../../entities/history/change-resource.ts'
import { sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { quietHoursChange } from './change.ts'
import { HolidaysQuery, PublicHolidays, publicHolidays } from './public-holidays.ts'
import { QuietHours, quietHoursOf } from './quiet-hours.ts'

const scope = 'admin'
const tags = ['settings']
const params = Type.Object({ entity_id: EntityIdParam })

const getQuietHours = {
  config: { scope, responses: { 200: json('The quiet hours.', QuietHours, 'ETag') } },
  schema: { operationId: 'getQuietHours', summary: 'Get the quiet hours of an entity', tags, params },
} as const

const putQuietHours = {
  config: { scope, requestHeaders: ['If-Match'], responses: { 200: json('The quiet hours.', QuietHours, 'ETag') } },
  schema: {
    operationId: 'setQuietHours',
    summary: 'Set the quiet hours of an entity',
    description:
      "A message that falls due in quiet hours waits for their end. If that leaves less than an hour before the visit or before answers close, a reminder goes out before they begin, and other messages at once. News of a visit within 12 hours, and responses to a contact's own act, do not wait.",
    tags,
    params,
    body: QuietHours,
  },
} as const

const getHolidays = {
  config: { scope, responses: { 200: json('The holidays.', PublicHolidays) } },
  schema: {
    operationId: 'listPublicHolidays',
    summary: 'Propose the public holidays of a country and region',
    description:
      'Changes nothing: a person decides which of these days become `holidays` of the quiet hours. Local holidays of towns are missing.',
    tags,
    params,
    querystring: HolidaysQuery,
  },
} as const

/** When contacts get no messages. */
export const quietHoursRoutes: Feature = (app, context) => {
  const { database } = context
  app.get('/v1/entities/:entity_id/holidays', getHolidays, async ({ query }) => publicHolidays(query))
  const quietHours = '/v1/entities/:entity_id/quiet-hours'
  app.get(quietHours, getQuietHours, async ({ entityId }, reply) =>
    sendResource(reply, await quietHoursOf(database, entityId)),
  )
  app.put(quietHours, putQuietHours, async (request, reply) => {
    const changing = quietHoursChange(request.entityId, request.body)
    return sendResource(reply, await changeResource(context, request, changing))
  })
}
