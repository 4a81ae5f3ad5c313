import { Type } from 'typebox'
import { EntityIdParam } from '../entities/entity.ts'
import type { Feature } from '../http/feature.ts'
import { accessProblems, describeResponses, json, NoQuery } from '../http/reference.ts'
import { markRead } from './mark-read.ts'
import { ReadChange } from './read-change.ts'
import { UnhandledReply } from './unhandled-reply.ts'

const readOperation = {
  config: {
    scope: 'actions:write',
    responses: describeResponses(
      { 200: json('The reply.', UnhandledReply) },
      ...accessProblems,
      'invalid-parameter',
      'reply-not-found',
      'body-too-large',
      'unsupported-media-type',
      'invalid-body',
    ),
  },
  schema: {
    operationId: 'markRead',
    summary: 'Mark a reply as read',
    description:
      'Marks a reply as read by staff, or removes the mark. Repeating the same request changes nothing: the first mark stays.',
    tags: ['notifications'],
    params: Type.Object({
      entity_id: EntityIdParam,
      reply_id: Type.String({ description: 'The id of the reply.' }),
    }),
    querystring: NoQuery,
    body: ReadChange,
  },
} as const

/** The mark by which staff keep the list of replies to read. */
export const readRoutes: Feature = (app, { database, clock }) => {
  app.put('/v1/replies/:entity_id/:reply_id/read', readOperation, async (request) => {
    const { entityId, credentialName: by, params, body } = request
    return markRead(database, { entityId, id: params.reply_id, by }, body, clock.now())
  })
}
