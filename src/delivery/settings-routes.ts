import { Type } from 'typebox'
import { EntityIdParam } from '../entities/entity.ts'
import type { Feature } from '../http/feature.ts'
import { json } from '../http/reference.ts'
import { EntitySettings, entitySettings, setEntitySettings } from './settings.ts'

const scope = 'admin'
const tags = ['settings']
const params = Type.Object({ entity_id: EntityIdParam })

const getSettings = {
  config: { scope, responses: { 200: json('The settings.', EntitySettings) } },
  schema: { operationId: 'getSettings', summary: 'Get the settings of an entity', tags, params },
} as const

const putSettings = {
  config: { scope, responses: { 200: json('The settings.', EntitySettings) } },
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
export const settingsRoutes: Feature = (app, { database, clock }) => {
  const settings = '/v1/entities/:entity_id/settings'
  app.get(settings, getSettings, ({ entityId }) => entitySettings(database, entityId))
  app.put(settings, putSettings, async ({ entityId, body }) => {
    await database.writeFor(entityId, (trx) => setEntitySettings(trx, entityId, body, clock.now()))
    return body
  })
}
