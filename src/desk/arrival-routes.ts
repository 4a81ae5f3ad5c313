import { performOnce } from '../access/idempotency.ts'
import { ActionRecord } from '../actions/action.ts'
import { ArrivalStatus, arrivalStatus } from '../checkin/arrival-status.ts'
import { CheckinKey, tokenProblems } from '../checkin/checkin-key.ts'
import { countingMisses } from '../checkin/counting-misses.ts'
import type { Feature } from '../http/feature.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { accessProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { arrive } from '../lifecycle/arrive.ts'

const path = '/v1/checkin/bytoken/:entity_id/:token/arrival'

const statusAnswers = describeAnswers(
  { 200: json('How it stands.', ArrivalStatus) },
  ...accessProblems,
  ...tokenProblems,
)

const arrivalAnswers = describeAnswers(
  { 201: json('Marked: the record of the action.', ActionRecord) },
  ...accessProblems,
  ...tokenProblems,
  'already-arrived',
  'too-early',
  'too-late',
  'idempotency-key-reused',
)

const tags = ['check-in']

export const arrivalRoutes: Feature = (app, context) => {
  const { readRouter, clock } = context

  app.get(
    path,
    {
      config: { scope: 'checkin:read', answers: statusAnswers },
      schema: {
        summary: 'Whether the arrival can be marked',
        description:
          'Tells what a POST would find: that it can be marked, was marked before, or comes too early or too late.',
        tags,
        params: CheckinKey,
        querystring: NoQuery,
      },
    },
    async (request) => {
      const { entityId, params } = request
      const status = readRouter.read(entityId, requiredSequence(request), (database) =>
        arrivalStatus(database, entityId, params.token, clock.now()),
      )
      return countingMisses(context, request, status)
    },
  )

  app.post(
    path,
    {
      config: { scope: 'checkin:write', answers: arrivalAnswers },
      schema: {
        summary: 'Mark the arrival',
        description:
          "Records that the contact is at the desk, once, within the entity's window around the appointment. Honours Idempotency-Key for 24 hours.",
        tags,
        params: CheckinKey,
        querystring: NoQuery,
      },
    },
    async (request, reply) => {
      const { entityId, params } = request
      const arrival = performOnce(context, request, async (trx) => {
        const { record, sequence } = await arrive(trx, entityId, params.token, clock.now())
        return { status: 201, body: record, sequence }
      })
      const { status, body, sequence } = await countingMisses(context, request, arrival)
      return reply.code(status).header('Rollcall-Sequence', sequence).type('application/json; charset=utf-8').send(body)
    },
  )
}
