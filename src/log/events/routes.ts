import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Feature } from '../../platform/http/feature.ts'
import { listContent, response } from '../../platform/http/reference.ts'
import { repeatable } from '../../platform/lists/pages.ts'
import { FeedKey, feedFollower, feedQuery, feedTypes } from '../feed/follow.ts'
import { Event, EventKind } from './event.ts'
import { eventLog } from './log.ts'
import { actionScope, areOfActions, eventScope, readableKinds } from './readable-kinds.ts'

const EventQuery = Type.Object(
  { kind: repeatable(EventKind, 'Only events of these kinds.'), ...feedQuery },
  { additionalProperties: false },
)

const requestedKinds = ({ query }: FastifyRequest) => {
  const { kind } = query as { kind?: EventKind | EventKind[] }
  return kind && [kind].flat()
}

const operation = {
  config: {
    personal: 'contacts',
    scope: eventScope,
    alternativeScope: {
      ...actionScope,
      isEnough: (request: FastifyRequest) => areOfActions(requestedKinds(request) ?? []),
    },
    requestHeaders: ['Last-Event-ID'],
    responses: {
      200: response(
        'The events after the sequence, in commit order. Both media types carry the same events: as an array, or as one server-sent event for each, with the sequence as its id. `Link` and `Rollcall-Sequence` are not in a response that is a stream.',
        listContent(feedTypes, Event),
        'Link',
        'Rollcall-Sequence',
      ),
    },
    problems: ['feed-reset', 'not-acceptable', 'overloaded'],
  },
  schema: {
    operationId: 'followEvents',
    summary: 'Follow the events of an entity',
    description:
      'Returns each event exactly once, in commit order: actions of contacts and of staff for them, changes of notifications, messages that failed, replies for staff, and reminders. A client can read page by page, poll with `wait`, or receive server-sent events. It resumes a stream with Last-Event-ID. Here, `Rollcall-Sequence` is a position in this log, which has other numbers than the feed of actions.',
    tags: ['events'],
    params: FeedKey,
    querystring: EventQuery,
  },
} as const

export const eventRoutes: Feature = (app, context) => {
  const { database } = context
  const follow = feedFollower(app, context)

  app.get('/v1/events/:entity_id/since/:sequence', operation, async (request, reply) => {
    const { entityId, credentialScopes } = request
    const kinds = requestedKinds(request) ?? readableKinds(credentialScopes)
    return follow(request, reply, {
      path: `/v1/events/${entityId}/since`,
      greeting: 'the events of this entity, as they are recorded',
      feed: eventLog(database, entityId, kinds),
    })
  })
}
