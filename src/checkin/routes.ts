import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ActionRecord } from '../actions/action.ts'
import type { Feature } from '../app.ts'
import { Problem } from '../errors.ts'
import { once } from '../http/idempotency.ts'
import { negotiation } from '../http/negotiation.ts'
import { knownSequence } from '../http/position.ts'
import { accessProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { arrive } from '../lifecycle/arrive.ts'
import { ArrivalStatus, arrivalStatus } from './arrival-status.ts'
import { CheckinRecord } from './checkin-record.ts'
import { findCheckin } from './find-checkin.ts'

const CheckinKey = Type.Object({
  entity_id: Type.String({ description: "Code of the clinic, doctor's office or hospital." }),
  token: Type.String({ description: 'Check-in token read from the QR code.' }),
})

const tokenProblems = ['checkin-not-found', 'checkin-expired', 'checkin-revoked', 'invalid-parameter'] as const

const answers = describeAnswers(
  { 200: json('The appointment.', CheckinRecord) },
  ...accessProblems,
  ...tokenProblems,
  'not-acceptable',
)

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

const negotiate = negotiation(['application/json'])

export const checkinRoutes: Feature = (app, context) => {
  const { reading, clock, budgets } = context

  app.get(
    '/v1/checkin/bytoken/:entity_id/:token',
    {
      config: { scope: 'checkin:read', answers },
      schema: {
        summary: 'Check in by token',
        description: 'The appointment that a contact confirmed earlier, by the token in its QR code. Changes nothing.',
        tags: ['check-in'],
        params: CheckinKey,
        querystring: NoQuery,
      },
    },
    async (request, reply) => {
      negotiate(request)
      const { entityId, params } = request
      const record = await reading
        .read(entityId, knownSequence(request), (database) =>
          findCheckin(database, entityId, params.token, clock.now()),
        )
        .catch(countMiss(request))
      return reply.type('application/json; charset=utf-8').send(record)
    },
  )

  app.get(
    '/v1/checkin/bytoken/:entity_id/:token/arrival',
    {
      config: { scope: 'checkin:read', answers: statusAnswers },
      schema: {
        summary: 'Whether the arrival can be marked',
        description:
          'Tells what a POST would find: that it can be marked, was marked before, or comes too early or too late.',
        tags: ['check-in'],
        params: CheckinKey,
        querystring: NoQuery,
      },
    },
    async (request) => {
      const { entityId, params } = request
      return reading
        .read(entityId, knownSequence(request), (database) =>
          arrivalStatus(database, entityId, params.token, clock.now()),
        )
        .catch(countMiss(request))
    },
  )

  app.post(
    '/v1/checkin/bytoken/:entity_id/:token/arrival',
    {
      config: { scope: 'checkin:write', answers: arrivalAnswers },
      schema: {
        summary: 'Mark the arrival',
        description:
          "Records that the contact is at the desk, once, within the entity's window around the appointment. Honours Idempotency-Key for 24 hours.",
        tags: ['check-in'],
        params: CheckinKey,
        querystring: NoQuery,
      },
    },
    async (request, reply) => {
      const { entityId, params } = request
      return once(context, request, reply, async (trx) => ({
        status: 201,
        body: await arrive(trx, entityId, params.token, clock.now()),
      })).catch(countMiss(request))
    },
  )

  /** Rethrows the error, after it has counted a token that does not exist.
   *  @throws Problem rate-limited once the budget is used up, in the place of checkin-not-found */
  function countMiss({ credentialId }: FastifyRequest) {
    return async (error: unknown): Promise<never> => {
      if (error instanceof Problem && error.code === 'checkin-not-found') await budgets.takeMiss(credentialId)
      throw error
    }
  }
}
