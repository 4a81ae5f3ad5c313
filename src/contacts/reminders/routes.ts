import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { changeResource } from '../../entities/history/change-resource.ts'
import { findNotification, NotificationPath } from '../../notifications/status/find.ts'
import { NotificationStatus } from '../../notifications/status/status.ts'
import { sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { remindNow } from './remind-now.ts'
import { Reminders, withDefaults } from './sequence.ts'
import { reminderSettings, remindersChange } from './settings.ts'

const scope = 'admin'
const tags = ['settings']
const params = Type.Object({ entity_id: EntityIdParam })

const getReminders = {
  config: { scope, responses: { 200: json('The reminders, with the default sequences.', Reminders, 'ETag') } },
  schema: { operationId: 'getReminders', summary: 'Get the reminders of an entity', tags, params },
} as const

const putReminders = {
  config: {
    scope,
    requestHeaders: ['If-Match'],
    responses: { 200: json('The reminders, with the default sequences.', Reminders, 'ETag') },
  },
  schema: {
    operationId: 'setReminders',
    summary: 'Set the reminders of an entity',
    description:
      'The reminders also apply to visits already known, with the steps that are still to come. A step that was over when a visit was submitted is not sent, nor is one within an hour after the notice.',
    tags,
    params,
    body: Reminders,
  },
} as const

const ReminderRequest = Type.Object(
  {
    now: Type.Optional(
      Type.Boolean({
        description: 'Sends the reminder at once, also in quiet hours. By default, it waits for their end.',
      }),
    ),
  },
  {
    $id: 'ReminderRequest',
    description: 'A reminder at the request of staff.',
    additionalProperties: false,
    examples: [{ now: true }],
  },
)

const sendReminder = {
  config: {
    personal: 'contact',
    scope: 'notifications:write',
    tests: 'visit',
    responses: { 200: json('The notification, with the deliveries of the reminder.', NotificationStatus) },
    problems: ['notification-not-found', 'notification-ended', 'too-late', 'reminded-recently'],
  },
  schema: {
    operationId: 'sendReminder',
    summary: 'Send a reminder now',
    description: 'Sends the contact a reminder beside those of the sequence, to each address at most once an hour.',
    tags: ['notifications'],
    params: NotificationPath,
    body: Type.Optional(ReminderRequest),
  },
} as const

/** When contacts are reminded. */
export const reminderRoutes: Feature = (app, context) => {
  const { database, clock } = context
  const reminders = '/v1/entities/:entity_id/reminders'
  app.get(reminders, getReminders, async ({ entityId }, reply) => {
    const settings = await reminderSettings(database, entityId)
    return sendResource(reply, withDefaults(settings.reminders))
  })
  app.put(reminders, putReminders, async (request, reply) => {
    const changing = remindersChange(request.entityId, request.body)
    return sendResource(reply, await changeResource(context, request, changing))
  })

  app.post('/v1/notifications/:entity_id/:notification_id/reminder', sendReminder, async (request) => {
    const { entityId, params, body } = request
    const key = { entityId, id: params.notification_id }
    await database.writeFor(entityId, (trx) => remindNow(trx, context, key, body.now === true, clock.now()))
    return findNotification(database, entityId, key.id)
  })
}
