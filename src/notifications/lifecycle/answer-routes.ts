import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce } from '../../access/idempotency/perform-once.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { findNotification, NotificationPath } from '../status/find.ts'
import { NotificationStatus } from '../status/status.ts'
import { answerForContact } from './answer-for-contact.ts'
import { requireMatchingWish, StaffAnswer } from './staff-answer.ts'

const answerOperation = {
  config: {
    personal: 'contact',
    scope: 'actions:write',
    tests: 'visit',
    requestHeaders: ['Idempotency-Key'],
    responses: { 200: json('The notification with the answer.', NotificationStatus, 'Rollcall-Sequence') },
    problems: ['notification-not-found', 'answered-since', 'too-late', 'notification-ended', 'answer-not-offered'],
  },
  schema: {
    operationId: 'answerForContact',
    summary: 'Answer for a contact',
    description:
      "Records the contact's answer by telephone or at the desk, on the channel `desk`. It is possible until the start of the visit, or until the end of a campaign. Repeating the same answer changes nothing. After a confirmation, the service sends the QR code to the addresses of the notice.",
    tags: ['notifications'],
    params: NotificationPath,
    body: StaffAnswer,
  },
} as const

/** Answers that staff record for a contact who telephones, or comes to the desk. */
export const staffAnswerRoutes: Feature = (app, context) => {
  const { clock } = context

  app.post('/v1/notifications/:entity_id/:notification_id/answer', answerOperation, async (request, reply) => {
    const { entityId, credentialName: by, params, body: answer } = request
    requireMatchingWish(answer)
    const key = { entityId, id: params.notification_id }
    const outcome = await performOnce(context, entityId, requestKey(request), async (trx) => {
      const { sequence } = await answerForContact(trx, context, key, { ...answer, by }, clock.now())
      const status = await findNotification(trx, entityId, key.id)
      return { status: 200, body: JSON.stringify(status), sequence }
    })
    return sendWriteResponse(reply, outcome)
  })
}
