import type { Feature } from '../../platform/http/feature.ts'
import { negotiateJson } from '../../platform/http/negotiation.ts'
import { json } from '../../platform/http/reference.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { CheckinRecord } from './checkin-record.ts'
import { findCheckin } from './find-checkin.ts'
import { CheckinKey, tokenProblems, tokenScope, withMissBudget } from './token-request.ts'

const responses = { 200: json('The appointment.', CheckinRecord) }

export const checkinRoutes: Feature = (app, context) => {
  const { database, clock } = context

  app.get(
    '/v1/checkin/bytoken/:entity_id/:token',
    {
      config: {
        personal: 'contact',
        scope: 'checkin:read',
        alternativeScope: tokenScope,
        responses,
        problems: [...tokenProblems, 'not-acceptable'],
      },
      schema: {
        operationId: 'checkIn',
        summary: 'Get the appointment behind a check-in token',
        description: 'Returns the appointment that the contact confirmed. The request changes nothing.',
        tags: ['check-in'],
        params: CheckinKey,
      },
    },
    async (request, reply) => {
      negotiateJson(request)
      const { entityId, params } = request
      const found = findCheckin(database, entityId, params.token, clock.now())
      const { record, notification_id } = await withMissBudget(context, request, found)
      request.noteContacts(contactsOf(notification_id))
      reply.type('application/json; charset=utf-8')
      // Not `return reply.send(record)`: Fastify would await the end of the response, with further listeners.
      return record
    },
  )
}
