import { Type } from 'typebox'
import { performOnce } from '../access/idempotency.ts'
import { findEntity } from '../entities/entity.ts'
import { Problem } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { accessProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { submit } from '../lifecycle/submit.ts'
import { withdraw } from '../lifecycle/withdraw.ts'
import { Submission } from '../notifications/submission.ts'
import { findNotification } from './find.ts'
import { NotificationStatus } from './status.ts'

const entity_id = Type.String({ description: "Code of the clinic, doctor's office or hospital." })
const NotificationKey = Type.Object({ entity_id, notification_id: Type.String() })

const Task = Type.Object({
  task_id: Type.String(),
  notifications: Type.Array(Type.Object({ id: Type.String(), external_id: Type.String() })),
})

const changeProblems = ['invalid-parameter', 'idempotency-key-reused', 'unsupported-media-type'] as const
const tags = ['notifications']
const jsonType = 'application/json; charset=utf-8'

export const notificationRoutes: Feature = (app, context) => {
  const { database, clock } = context

  app.post(
    '/v1/notifications/:entity_id',
    {
      config: {
        scope: 'notifications:write',
        body: Submission,
        answers: describeAnswers(
          { 202: json('Taken: all of them, to be sent.', Task) },
          ...accessProblems,
          ...changeProblems,
          'invalid-body',
          'body-too-large',
        ),
      },
      schema: {
        summary: 'Create notifications',
        description:
          'Takes a task of up to 1,000 notifications, all or none, and sends each to its addresses. A newer notification of the same category, target and external_id takes the place of an open one. Honours Idempotency-Key for 24 hours. The body is JSON in UTF-8, in which no object has a key twice. A body that is not is refused, and `errors` points at its faults, 100 at most.',
        tags,
        params: Type.Object({ entity_id }),
        querystring: NoQuery,
      },
    },
    async (request, reply) => {
      // The compiler of schemas takes 50 ms to load, which the start need not wait for.
      const { checkSubmission } = await import('../notifications/check-submission.ts')
      const submission = await checkSubmission(request.body)
      const entity = (await findEntity(database, request.entityId))!
      const { status, body, sequence } = await performOnce(context, request, async (trx) => {
        const { task, sequence } = await submit(trx, context, entity, submission, clock.now())
        return { status: 202, body: JSON.stringify(task), sequence }
      })
      return reply.code(status).header('Rollcall-Sequence', sequence).type(jsonType).send(body)
    },
  )

  app.get(
    '/v1/notifications/:entity_id/:notification_id',
    {
      config: {
        scope: 'notifications:read',
        answers: describeAnswers(
          { 200: json('How it stands.', NotificationStatus) },
          ...accessProblems,
          'notification-not-found',
        ),
      },
      schema: {
        summary: 'How a notification and its deliveries stand',
        tags,
        params: NotificationKey,
        querystring: NoQuery,
      },
    },
    async ({ entityId, params }) => findNotification(database, entityId, params.notification_id),
  )

  app.post(
    '/v1/notifications/:entity_id/:notification_id/cancellation',
    {
      config: {
        scope: 'notifications:write',
        answers: describeAnswers(
          { 200: json('Withdrawn, now or before.', NotificationStatus) },
          ...accessProblems,
          'notification-not-found',
          'notification-ended',
        ),
      },
      schema: {
        summary: 'Withdraw a notification',
        description: 'Nothing more of it is sent, it cannot be answered any more, and its check-in token is revoked.',
        tags,
        params: NotificationKey,
        querystring: NoQuery,
      },
    },
    async ({ entityId, params }, reply) => {
      const key = { entityId, id: params.notification_id }
      const { sequence } = await database.writeFor(entityId, (trx) => withdraw(trx, key, clock.now()))
      reply.header('Rollcall-Sequence', sequence)
      const status = await findNotification(database, entityId, key.id)
      if (status.state !== 'withdrawn') throw new Problem('notification-ended')
      return status
    },
  )
}
