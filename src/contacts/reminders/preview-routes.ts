import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { previewChange, ReminderPreview, SettingsChange } from './preview.ts'

const operation = {
  config: { scope: 'admin', tests: 'any', responses: { 200: json('What the change does.', ReminderPreview) } },
  schema: {
    operationId: 'previewReminders',
    summary: 'Preview a change of reminders or quiet hours',
    description:
      'Compares the planned reminders of the visits of the next 7 days under the present settings and under those of the body. Changes nothing. Reads at most 20,000 visits.',
    tags: ['settings'],
    params: Type.Object({ entity_id: EntityIdParam }),
    body: SettingsChange,
  },
} as const

export const previewRoutes: Feature = (app, { database, reads, clock }) => {
  app.post('/v1/entities/:entity_id/reminders/preview', operation, async (request, reply) => {
    const { entityId, body } = request
    return previewChange(database, entityId, body, clock.now(), turnOf(reads, request, reply))
  })
}
