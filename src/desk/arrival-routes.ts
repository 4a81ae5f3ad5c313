import { performOnce, sendOutcome } from '../access/idempotency.ts'
import { ActionRecord } from '../actions/action.ts'
import { ArrivalStatus, arrivalStatus } from '../checkin/arrival-status.ts'
import { CheckinKey, tokenProblems } from '../checkin/checkin-key.ts'
import { countingMisses } from '../checkin/counting-misses.ts'
import type { Feature } from '../http/feature.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { accessProblems, describeResponses, json, NoQuery } from '../http/reference.ts'
import { annulByToken } from '../lifecycle/annul.ts'
import { arriveByToken } from '../lifecycle/arrive.ts'
import { AnnulmentReason } from './bodies.ts'

const path = '/v1/checkin/bytoken/:entity_id/:token/arrival'

const statusOperation = {
  config: {
    scope: 'checkin:read',
    requestHeaders: ['Rollcall-Sequence'],
    responses: describeResponses(
      { 200: json('The state of the arrival.', ArrivalStatus) },
      ...accessProblems,
      ...tokenProblems,
    ),
  },
  schema: {
    operationId: 'getArrivalStatus',
    summary: 'Get whether the arrival can be marked',
    description:
      'Says whether a POST would mark the arrival now, or whether it was marked before, is too early or is too late.',
    tags: ['check-in'],
    params: CheckinKey,
    querystring: NoQuery,
  },
} as const

const arrivalOperation = {
  config: {
    scope: 'checkin:write',
    requestHeaders: ['Idempotency-Key'],
    responses: describeResponses(
      { 201: json('The arrival is marked. The body is the record of the action.', ActionRecord, 'Rollcall-Sequence') },
      ...accessProblems,
      ...tokenProblems,
      'already-arrived',
      'too-early',
      'too-late',
      'idempotency-key-reused',
      'body-too-large',
      'unsupported-media-type',
    ),
  },
  schema: {
    operationId: 'markArrival',
    summary: 'Mark the arrival',
    description:
      "Records that the contact has arrived. The service records it once, within the entity's window around the appointment.",
    tags: ['check-in'],
    params: CheckinKey,
    querystring: NoQuery,
  },
} as const

const annulmentOperation = {
  config: {
    scope: 'checkin:write',
    requestHeaders: ['Idempotency-Key'],
    body: AnnulmentReason,
    responses: describeResponses(
      {
        201: json('The arrival is reversed. The body is the record of the action.', ActionRecord, 'Rollcall-Sequence'),
      },
      ...accessProblems,
      'checkin-not-found',
      'checkin-revoked',
      'invalid-parameter',
      'not-arrived',
      'too-late',
      'idempotency-key-reused',
      'invalid-body',
      'body-too-large',
      'unsupported-media-type',
    ),
  },
  schema: {
    operationId: 'annulArrival',
    summary: 'Reverse an arrival',
    description:
      "Restores the state before the arrival, and records the action `annul`. It is possible until the end of the visit's day in the entity's time zone. Afterwards, the arrival can be marked again.",
    tags: ['check-in'],
    params: CheckinKey,
    querystring: NoQuery,
  },
} as const

/** Arrivals by the token of the QR code. */
export const arrivalRoutes: Feature = (app, context) => {
  const { readRouter, clock } = context

  app.get(path, statusOperation, async (request) => {
    const { entityId, params } = request
    const status = readRouter.read(entityId, requiredSequence(request), (database) =>
      arrivalStatus(database, entityId, params.token, clock.now()),
    )
    return countingMisses(context, request, status)
  })

  app.post(path, arrivalOperation, async (request, reply) => {
    const { entityId, credentialName, params } = request
    const arrival = performOnce(context, request, async (trx) => {
      const { record, sequence } = await arriveByToken(trx, entityId, params.token, credentialName, clock.now())
      return { status: 201, body: record, sequence }
    })
    return sendOutcome(reply, await countingMisses(context, request, arrival))
  })

  app.post(`${path}/annulment`, annulmentOperation, async (request, reply) => {
    const { entityId, credentialName: by, params } = request
    const { readAnnulmentReason } = await import('./read-bodies.ts')
    const { reason } = await readAnnulmentReason(request.body)
    const annulment = performOnce(context, request, async (trx) => {
      const { record, sequence } = await annulByToken(trx, entityId, params.token, { reason, by }, clock.now())
      return { status: 201, body: record, sequence }
    })
    return sendOutcome(reply, await countingMisses(context, request, annulment))
  })
}
