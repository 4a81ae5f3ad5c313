import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { changeResource } from '../../entities/history/change-resource.ts'
import { sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { EntitySettings, entitySettings, settingsChange } from './settings.ts'

const scope = 'admin'
const tags = ['settings']
const params = Type.Object({ entity_id: EntityIdParam })

const getSettings = {
  config: { scope, responses: { 200: json('The settings.', EntitySettings, 'ETag') } },
  schema: { operationId: 'getSettings', summary: 'Get the settings of an entity', tags, params },
} as const

const putSettings = {
  config: { scope, requestHeaders: ['If-Match'], responses: { 200: json('The settings.', EntitySettings, 'ETag') } },
  schema: {
    operationId: 'setSettings',
    summary: 'Set the settings of an entity',
    description: 'Replaces all settings: a setting that is absent gets its default.',
    tags,
    params,
    body: EntitySettings,
  },
} as const

/** How an entity's messages are delivered. */
export const settingsRoutes: Feature = (app, context) => {
  const { database } = context
  const settings = '/v1/entities/:entity_id/settings'
  app.get(settings, getSettings, async ({ entityId }, reply) =>
    sendResource(reply, await entitySettings(database, entityId)),
  )
  app.put(settings, putSettings, async (request, reply) => {
    const changing = settingsChange(request.entityId, request.body)
    return sendResource(reply, await changeResource(context, request, changing))
  })
}
