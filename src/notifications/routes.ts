import { Type } from 'typebox'
import { requestKey, sendWriteResponse } from '../access/idempotency/idempotent-request.ts'
import { EntityIdParam, findEntity, requireActive } from '../entities/entity.ts'
import { Problem } from '../platform/errors/errors.ts'
import type { Feature } from '../platform/http/feature.ts'
import { faultsOfBody } from '../platform/http/json-bodies.ts'
import { json } from '../platform/http/reference.ts'
import { testMark } from '../visits/notification.ts'
import { transitions } from './lifecycle/transitions.ts'
import { withdraw } from './lifecycle/withdraw.ts'
import { findNotification, NotificationPath } from './status/find.ts'
import { NotificationStatus } from './status/status.ts'
import { Submission, Task } from './submit/submission.ts'

const submitOperation = {
  // `on_fault: "skip"` accepts a body with faults, and the handler reports its own faults with those of the schema.
  attachValidation: true,
  config: {
    personal: 'contacts',
    scope: 'notifications:write',
    tests: 'any',
    requestHeaders: ['Idempotency-Key'],
    problems: ['entity-retired'],
    responses: { 202: json('The service has accepted the notifications.', Task, 'Rollcall-Sequence') },
  },
  schema: {
    operationId: 'submitNotifications',
    summary: 'Submit notifications',
    description:
      'Stores a task of 1 to 1,000 notifications, and sends each notification to its addresses. A visit has one key: category, target and external_id. Submitting it again updates its notification, or supersedes it if the start has changed; `outcome` says which. The body is JSON in UTF-8, of at most 2 MiB. If the body has a fault, nothing is stored, and `errors` points at the faults. With `on_fault: "skip"`, the service rejects only the items with a fault, and `faults` lists them.',
    tags: ['notifications'],
    params: Type.Object({ entity_id: EntityIdParam }),
    body: Submission,
  },
} as const

const getOperation = {
  config: {
    personal: 'contact',
    scope: 'notifications:read',
    responses: { 200: json('The notification.', NotificationStatus) },
    problems: ['notification-not-found'],
  },
  schema: {
    operationId: 'getNotification',
    summary: 'Get a notification and its deliveries',
    tags: ['notifications'],
    params: NotificationPath,
  },
} as const

const withdrawOperation = {
  config: {
    personal: 'contact',
    scope: 'notifications:write',
    tests: 'visit',
    responses: { 200: json('The withdrawn notification.', NotificationStatus, 'Rollcall-Sequence') },
    problems: ['body-too-large', 'unsupported-media-type', 'notification-not-found', 'notification-ended'],
  },
  schema: {
    operationId: 'withdrawNotification',
    summary: 'Withdraw a notification',
    description:
      'The service stops the deliveries of the notification, no longer accepts answers, and revokes the check-in token. Withdrawing it again changes nothing.',
    tags: ['notifications'],
    params: NotificationPath,
  },
} as const

export const notificationRoutes: Feature = (app, context) => {
  const { database, clock } = context

  app.post('/v1/notifications/:entity_id', submitOperation, async (request, reply) => {
    // Load the check with the first submission, not at startup.
    const { contactsOfTask, submitTask } = await import('./submit/submit-task.ts')
    const { body, entityId, credentialName: by } = request
    const ofSchema = faultsOfBody(request)
    const now = clock.now()
    const entity = (await findEntity(database, entityId))!
    requireActive(entity)
    const key = requestKey(request)
    const given = { body, ofSchema, entity: { ...entity, ...testMark(request.isTest) }, by, now }
    const isDry = (body as Partial<Submission> | undefined)?.dry_run === true
    const response = await submitTask(context, given, isDry ? 'dry' : key)
    request.noteContacts(contactsOfTask(response, isDry))
    return sendWriteResponse(reply, response)
  })

  app.get('/v1/notifications/:entity_id/:notification_id', getOperation, async ({ entityId, params }) =>
    findNotification(database, entityId, params.notification_id),
  )

  app.post(
    '/v1/notifications/:entity_id/:notification_id/cancellation',
    withdrawOperation,
    async ({ entityId, credentialName: by, params }, reply) => {
      const key = { entityId, id: params.notification_id }
      const sequence = await database.writeFor(entityId, (trx) => withdraw(trx, context, key, by, clock.now()))
      reply.header('Rollcall-Sequence', sequence)
      const status = await findNotification(database, entityId, key.id)
      if (status.state !== transitions.withdraw.to) throw new Problem('notification-ended')
      return status
    },
  )
}
