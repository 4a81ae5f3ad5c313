import { Type } from 'typebox'
import type { Feature } from '../app.ts'
import { Problem } from '../errors.ts'
import { negotiation } from '../http/negotiation.ts'
import { accessProblems, describeAnswers } from '../http/reference.ts'
import { CheckinRecord } from './checkin-record.ts'
import { findCheckin } from './find-checkin.ts'

const CheckinKey = Type.Object({
  entity_id: Type.String({ description: "Code of the clinic, doctor's office or hospital." }),
  token: Type.String({ description: 'Check-in token read from the QR code.' }),
})

const answers = describeAnswers(
  { 200: { description: 'The appointment.', content: { 'application/json': { schema: CheckinRecord } } } },
  ...accessProblems,
  'invalid-parameter',
  'checkin-not-found',
  'checkin-expired',
  'checkin-revoked',
  'not-acceptable',
)

const negotiate = negotiation(['application/json'])

export const checkinRoutes: Feature = (app, { database, clock, budgets }) => {
  app.get(
    '/v1/checkin/bytoken/:entity_id/:token',
    {
      config: { scope: 'checkin:read', answers },
      schema: {
        summary: 'Check in by token',
        description: 'The appointment that a contact confirmed earlier, by the token in its QR code. Changes nothing.',
        tags: ['check-in'],
        params: CheckinKey,
        querystring: Type.Object({}, { additionalProperties: false }),
      },
    },
    async (request, reply) => {
      negotiate(request)
      const find = () => findCheckin(database, request.entityId, request.params.token, clock.now())
      const record = await budgets.lookUp(request.credentialId, find, isUnknownToken)
      return reply.type('application/json; charset=utf-8').send(record)
    },
  )
}

const isUnknownToken = (error: unknown) => error instanceof Problem && error.code === 'checkin-not-found'
