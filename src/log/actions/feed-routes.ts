import { Type } from 'typebox'
import type { Feature } from '../../platform/http/feature.ts'
import { listContent, response } from '../../platform/http/reference.ts'
import { FeedKey, feedFollower, feedQuery, feedTypes } from '../feed/follow.ts'
import { ActionRecord } from './action.ts'
import { actionFeed } from './feed.ts'
import { ActionFilters, arrivalsOnly } from './filters.ts'

const FeedQuery = Type.Object(
  { action: ActionFilters.properties.action, ...feedQuery },
  { additionalProperties: false },
)

const operation = {
  config: {
    personal: 'contacts',
    scope: 'actions:read',
    alternativeScope: arrivalsOnly,
    requestHeaders: ['Last-Event-ID'],
    responses: {
      200: response(
        'The actions after the sequence, in commit order. Both media types carry the same records: as an array, or as one server-sent event for each record, with the sequence as its id. `Link` and `Rollcall-Sequence` are not in a response that is a stream.',
        listContent(feedTypes, ActionRecord),
        'Link',
        'Rollcall-Sequence',
      ),
    },
    problems: ['feed-reset', 'not-acceptable', 'overloaded'],
  },
  schema: {
    operationId: 'followActions',
    summary: 'Follow the actions of an entity',
    description:
      'Returns each action exactly once, even if it is recorded late. A client can read page by page, poll with `wait`, or receive server-sent events. It resumes a stream with Last-Event-ID.',
    tags: ['actions'],
    params: FeedKey,
    querystring: FeedQuery,
  },
} as const

export const feedRoutes: Feature = (app, context) => {
  const { database } = context
  const follow = feedFollower(app, context)

  app.get('/v1/metrics/notifications/actions/:entity_id/since/:sequence', operation, async (request, reply) => {
    const { entityId, query } = request
    return follow(request, reply, {
      path: `/v1/metrics/notifications/actions/${entityId}/since`,
      greeting: 'the actions of this entity, as they are recorded',
      feed: actionFeed(database, entityId, query.action),
    })
  })
}
