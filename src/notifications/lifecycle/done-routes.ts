import type { Feature } from '../../http/feature.ts'
import { accessProblems, describeResponses, json, NoQuery } from '../../http/reference.ts'
import { findNotification, NotificationPath } from '../status/find.ts'
import { NotificationStatus } from '../status/status.ts'
import { DoneChange } from './done-change.ts'
import { markDone } from './mark-done.ts'

const doneOperation = {
  config: {
    scope: 'actions:write',
    responses: describeResponses(
      { 200: json('The notification.', NotificationStatus) },
      ...accessProblems,
      'invalid-parameter',
      'notification-not-found',
      'not-rescheduling',
      'body-too-large',
      'unsupported-media-type',
      'invalid-body',
    ),
  },
  schema: {
    operationId: 'markDone',
    summary: 'Mark a request for another time as done',
    description:
      "Marks the contact's request for another time as dealt with, or removes the mark. Repeating the same request changes nothing. The contact's next answer, or next wish, removes the mark.",
    tags: ['notifications'],
    params: NotificationPath,
    querystring: NoQuery,
    body: DoneChange,
  },
} as const

/** The mark by which staff keep the list of contacts who want another time. */
export const doneRoutes: Feature = (app, { database, clock }) => {
  app.put('/v1/notifications/:entity_id/:notification_id/done', doneOperation, async (request) => {
    const { entityId, credentialName: by, params, body } = request
    const key = { entityId, id: params.notification_id }
    return database.writeFor(entityId, async (trx) => {
      await markDone(trx, key, { ...body, by }, clock.now())
      return findNotification(trx, entityId, key.id)
    })
  })
}
