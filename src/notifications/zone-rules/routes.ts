import { type Static, Type } from 'typebox'
import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce } from '../../access/idempotency/perform-once.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { findNotification, NotificationPath } from '../status/find.ts'
import { NotificationStatus } from '../status/status.ts'
import { inTurn } from '../submit/in-turn.ts'
import { decideClockChange, keepable } from './decide.ts'

const ClockDecision = Type.Object(
  {
    keep: Type.Enum(keepable, {
      description:
        '`local-time`: the visit moves to the instant that now has the recorded local time. `instant`: the start stays, and the contact is told of its new local time.',
    }),
  },
  {
    $id: 'ClockDecision',
    description: 'What the clinic keeps of a visit whose local time newer time-zone rules have changed.',
    additionalProperties: false,
    examples: [{ keep: 'local-time' }],
  },
)
export type ClockDecision = Static<typeof ClockDecision>

const decideOperation = {
  config: {
    personal: 'contact',
    scope: 'notifications:write',
    tests: 'visit',
    requestHeaders: ['Idempotency-Key'],
    responses: {
      200: json('The notification that now stands for the visit.', NotificationStatus, 'Rollcall-Sequence'),
    },
    problems: ['notification-not-found', 'clock-not-changed'],
  },
  schema: {
    operationId: 'decideClockChange',
    summary: 'Decide about a changed local time',
    description:
      'For a visit with `recorded_time`: newer time-zone rules have changed its local time. If the clinic keeps the local time, the start changes; the answer and the check-in token stay, and the contact gets no message. If it keeps the instant, the contact is told of the new local time: another notification supersedes this one, as after a move. A contact who has asked for another time keeps the request, and gets a reminder with the new time.',
    tags: ['notifications'],
    params: NotificationPath,
    body: ClockDecision,
  },
} as const

/** The decision about a visit whose local time newer time-zone rules have changed. */
export const clockDecisionRoutes: Feature = (app, context) => {
  const { clock } = context

  app.post('/v1/notifications/:entity_id/:notification_id/clock-change', decideOperation, async (request, reply) => {
    const { entityId, params, body } = request
    const key = { entityId, id: params.notification_id }
    const decide = () =>
      performOnce(context, entityId, requestKey(request), async (trx) => {
        const id = await decideClockChange(trx, context, key, body.keep, clock.now())
        const status = await findNotification(trx, entityId, id)
        return { status: 200, body: JSON.stringify(status), sequence: await lastSequence(trx, entityId) }
      })
    return sendWriteResponse(reply, await inTurn(entityId, decide))
  })
}
