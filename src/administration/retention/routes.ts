import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { changeResource } from '../../entities/history/change-resource.ts'
import { Retention, retentionOf } from '../../entities/retention.ts'
import { sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { retentionChange } from './change.ts'

const scope = 'admin'
const tags = ['privacy']
const params = Type.Object({ entity_id: EntityIdParam })

const getRetention = {
  config: { scope, responses: { 200: json('The periods.', Retention, 'ETag') } },
  schema: { operationId: 'getRetention', summary: 'Get how long an entity keeps data', tags, params },
} as const

const putRetention = {
  config: { scope, requestHeaders: ['If-Match'], responses: { 200: json('The periods.', Retention, 'ETag') } },
  schema: {
    operationId: 'setRetention',
    summary: 'Set how long an entity keeps data',
    description:
      'Replaces all periods: one that is absent gets its default. Each night, the service deletes the data of visits whose period is over. A shorter period deletes older data in the next night, and nothing brings them back. Counts, times and outcomes of visits stay. Holds keep the data of contacts.',
    tags,
    params,
    body: Retention,
  },
} as const

/** How long an entity keeps the data of its contacts. */
export const retentionRoutes: Feature = (app, context) => {
  const { database } = context
  const retention = '/v1/entities/:entity_id/retention'
  app.get(retention, getRetention, async ({ entityId }, reply) =>
    sendResource(reply, await retentionOf(database, entityId)),
  )
  app.put(retention, putRetention, async (request, reply) => {
    const changing = retentionChange(request.entityId, request.body)
    return sendResource(reply, await changeResource(context, request, changing))
  })
}
