import { performOnce, sendOutcome } from '../access/idempotency.ts'
import { arrivalStatusOfNotification } from '../checkin/arrival-status.ts'
import type { ProblemCode } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { annul } from '../notifications/lifecycle/annul.ts'
import { arrive } from '../notifications/lifecycle/arrive.ts'
import { NotificationPath } from '../notifications/status/find.ts'
import { arrivalOperations } from './arrival-operations.ts'

const path = '/v1/notifications/:entity_id/:notification_id'

const findProblems = ['invalid-parameter', 'notification-not-found'] as const satisfies ProblemCode[]

const changeProblems = [
  ...findProblems,
  'too-late',
  'idempotency-key-reused',
  'body-too-large',
  'unsupported-media-type',
] as const satisfies ProblemCode[]

const operations = arrivalOperations({
  params: NotificationPath,
  operationIdSuffix: 'OfNotification',
  summarySuffix: ' without a QR code',
  arrivalText: 'Records that the contact has arrived, whatever the contact answered.',
  problems: {
    status: [...findProblems, 'notification-ended'],
    arrival: [...changeProblems, 'notification-ended'],
    annulment: changeProblems,
  },
})

/** Arrivals of contacts who come without a QR code. */
export const arrivalByIdRoutes: Feature = (app, context) => {
  const { readRouter, clock } = context

  app.get(`${path}/arrival`, operations.status, async (request) => {
    const { entityId, params } = request
    const key = { entityId, id: params.notification_id }
    return readRouter.read(entityId, requiredSequence(request), (database) =>
      arrivalStatusOfNotification(database, key, clock.now()),
    )
  })

  app.post(`${path}/arrival`, operations.arrival, async (request, reply) => {
    const { entityId, credentialName: by, params } = request
    const { readArrival } = await import('./read-bodies.ts')
    const details = await readArrival(request.body, clock.now())
    const key = { entityId, id: params.notification_id }
    const outcome = await performOnce(context, request, async (trx) => {
      const { record, sequence } = await arrive(trx, key, { ...details, by })
      return { status: 201, body: record, sequence }
    })
    return sendOutcome(reply, outcome)
  })

  app.post(`${path}/arrival/annulment`, operations.annulment, async (request, reply) => {
    const { entityId, credentialName: by, params } = request
    const { readAnnulmentReason } = await import('./read-bodies.ts')
    const { reason } = await readAnnulmentReason(request.body)
    const key = { entityId, id: params.notification_id }
    const outcome = await performOnce(context, request, async (trx) => {
      const { record, sequence } = await annul(trx, key, { reason, by }, clock.now())
      return { status: 201, body: record, sequence }
    })
    return sendOutcome(reply, outcome)
  })
}
