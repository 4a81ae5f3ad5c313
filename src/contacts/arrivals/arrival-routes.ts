import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireScope } from '../../access/guard/guard.ts'
import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce, type WriteResponse } from '../../access/idempotency/perform-once.ts'
import { notificationsIn } from '../../log/actions/notifications-in.ts'
import { arrivalStatus } from '../../messages/check-in/arrival-status.ts'
import type { VisitReference } from '../../messages/check-in/find-checkin.ts'
import { CheckinKey, tokenProblems, tokenScope, withMissBudget } from '../../messages/check-in/token-request.ts'
import { annul } from '../../notifications/lifecycle/annul.ts'
import { arrive } from '../../notifications/lifecycle/arrive.ts'
import { NotificationPath } from '../../notifications/status/find.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { arrivalOperations } from './arrival-operations.ts'
import { arrivalOf } from './bodies.ts'

/** The paths of an arrival, by the token of the QR code and by the id of the notification. */
const paths = [
  {
    path: '/v1/checkin/bytoken/:entity_id/:token/arrival',
    operations: arrivalOperations({
      params: CheckinKey,
      operationIdSuffix: '',
      summarySuffix: '',
      alternativeScope: tokenScope,
      arrivalText: 'Records that the contact has arrived.',
      problems: tokenProblems,
      annulmentProblems: ['checkin-not-found', 'checkin-revoked'],
    }),
  },
  {
    path: '/v1/notifications/:entity_id/:notification_id/arrival',
    operations: arrivalOperations({
      params: NotificationPath,
      operationIdSuffix: 'OfNotification',
      summarySuffix: ' without a QR code',
      arrivalText: 'Records that the contact has arrived, whatever the contact answered.',
      problems: ['notification-not-found', 'notification-ended'],
      annulmentProblems: ['notification-not-found'],
    }),
  },
]

function visitOf({ params }: FastifyRequest): VisitReference {
  const { token, notification_id } = params as { token?: string; notification_id: string }
  return token === undefined ? { id: notification_id } : { token }
}

export const arrivalRoutes: Feature = (app, context) => {
  const { database, clock } = context

  async function send(request: FastifyRequest, reply: FastifyReply, recording: Promise<WriteResponse>) {
    const recorded = await withMissBudget(context, request, recording)
    request.noteContacts(contactsOf(...notificationsIn(Buffer.from(recorded.body))))
    return sendWriteResponse(reply, recorded)
  }

  for (const { path, operations } of paths) {
    app.get(path, operations.status, async (request) => {
      const { entityId } = request
      const found = arrivalStatus(database, entityId, visitOf(request), clock.now())
      const { id, status } = await withMissBudget(context, request, found)
      request.noteContacts(contactsOf(id))
      return status
    })

    app.post(path, operations.arrival, async (request, reply) => {
      const { entityId, credentialName: by } = request
      const details = arrivalOf(request.body, clock.now())
      if (details.reason !== undefined) requireScope(request, 'checkin:write')
      const arrival = performOnce(context, entityId, requestKey(request), async (trx) => {
        const { record, sequence } = await arrive(trx, entityId, visitOf(request), { ...details, by })
        return { status: 201, body: record, sequence }
      })
      return send(request, reply, arrival)
    })

    app.post(`${path}/annulment`, operations.annulment, async (request, reply) => {
      const { entityId, credentialName: by } = request
      const { reason } = request.body
      const annulment = performOnce(context, entityId, requestKey(request), async (trx) => {
        const { record, sequence } = await annul(trx, entityId, visitOf(request), { reason, by }, clock.now())
        return { status: 201, body: record, sequence }
      })
      return send(request, reply, annulment)
    })
  }
}
