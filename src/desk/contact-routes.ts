import { performOnce, sendOutcome } from '../access/idempotency.ts'
import { arrivalStatusOfNotification } from '../checkin/arrival-status.ts'
import type { ProblemCode } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { accessProblems, describeResponses, json, NoQuery } from '../http/reference.ts'
import { annul } from '../lifecycle/annul.ts'
import { answerForContact } from '../lifecycle/answer-for-contact.ts'
import { arrive } from '../lifecycle/arrive.ts'
import { findNotification, NotificationPath } from '../tasks/find.ts'
import { NotificationStatus } from '../tasks/status.ts'
import { arrivalOperations } from './arrival-operations.ts'
import { ToldAnswer } from './bodies.ts'

const path = '/v1/notifications/:entity_id/:notification_id'

const findProblems = ['invalid-parameter', 'notification-not-found'] as const satisfies ProblemCode[]

const changeProblems = [
  ...findProblems,
  'too-late',
  'idempotency-key-reused',
  'body-too-large',
  'unsupported-media-type',
] as const satisfies ProblemCode[]

const answerOperation = {
  config: {
    scope: 'actions:write',
    requestHeaders: ['Idempotency-Key'],
    body: ToldAnswer,
    responses: describeResponses(
      { 200: json('The notification with the answer.', NotificationStatus, 'Rollcall-Sequence') },
      ...accessProblems,
      ...changeProblems,
      'notification-ended',
      'answer-not-offered',
      'invalid-body',
    ),
  },
  schema: {
    operationId: 'answerForContact',
    summary: 'Answer for a contact',
    description:
      "Records the contact's answer by telephone or at the desk, on the channel `desk`. It is possible until the start of the visit, or until the end of a campaign. Repeating the same answer changes nothing. After a confirmation, the service sends the QR code to the addresses of the notice.",
    tags: ['notifications'],
    params: NotificationPath,
    querystring: NoQuery,
  },
} as const

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

/** Changes that staff make for a contact who answers by telephone, or comes without a QR code. */
export const contactRoutes: Feature = (app, context) => {
  const { readRouter, clock } = context

  app.post(`${path}/answer`, answerOperation, async (request, reply) => {
    const { entityId, credentialName: by, params } = request
    const { readToldAnswer } = await import('./read-bodies.ts')
    const answer = await readToldAnswer(request.body)
    const key = { entityId, id: params.notification_id }
    const outcome = await performOnce(context, request, async (trx) => {
      const { sequence } = await answerForContact(trx, context, key, { ...answer, by }, clock.now())
      const status = await findNotification(context.database, entityId, key.id, trx)
      return { status: 200, body: JSON.stringify(status), sequence }
    })
    return sendOutcome(reply, outcome)
  })

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
