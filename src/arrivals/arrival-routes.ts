import { requireScope } from '../access/guard.ts'
import { performOnce, sendOutcome } from '../access/idempotency.ts'
import { arrivalStatus } from '../checkin/arrival-status.ts'
import { byToken } from '../checkin/by-token.ts'
import { CheckinKey, tokenProblems } from '../checkin/checkin-key.ts'
import { codeScope } from '../checkin/code-scope.ts'
import type { Feature } from '../http/feature.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { annulByToken } from '../notifications/lifecycle/annul.ts'
import { arriveByToken } from '../notifications/lifecycle/arrive.ts'
import { arrivalOperations } from './arrival-operations.ts'

const path = '/v1/checkin/bytoken/:entity_id/:token/arrival'

const operations = arrivalOperations({
  params: CheckinKey,
  operationIdSuffix: '',
  summarySuffix: '',
  lesserScope: codeScope,
  arrivalText: 'Records that the contact has arrived.',
  problems: {
    status: tokenProblems,
    arrival: tokenProblems,
    annulment: tokenProblems.filter((code) => code !== 'checkin-expired'),
  },
})

/** Arrivals by the token of the QR code. */
export const arrivalRoutes: Feature = (app, context) => {
  const { readRouter, clock } = context

  app.get(path, operations.status, async (request) => {
    const { entityId, params } = request
    const status = readRouter.read(entityId, requiredSequence(request), (database) =>
      arrivalStatus(database, entityId, params.token, clock.now()),
    )
    return byToken(context, request, status)
  })

  app.post(path, operations.arrival, async (request, reply) => {
    const { entityId, credentialName: by, params } = request
    const { readArrival } = await import('./read-bodies.ts')
    const details = await readArrival(request.body, clock.now())
    if (details.reason !== undefined) requireScope(request, 'checkin:write')
    const arrival = performOnce(context, request, async (trx) => {
      const { record, sequence } = await arriveByToken(trx, entityId, params.token, { ...details, by })
      return { status: 201, body: record, sequence }
    })
    return sendOutcome(reply, await byToken(context, request, arrival))
  })

  app.post(`${path}/annulment`, operations.annulment, async (request, reply) => {
    const { entityId, credentialName: by, params } = request
    const { readAnnulmentReason } = await import('./read-bodies.ts')
    const { reason } = await readAnnulmentReason(request.body)
    const annulment = performOnce(context, request, async (trx) => {
      const { record, sequence } = await annulByToken(trx, entityId, params.token, { reason, by }, clock.now())
      return { status: 201, body: record, sequence }
    })
    return sendOutcome(reply, await byToken(context, request, annulment))
  })
}
