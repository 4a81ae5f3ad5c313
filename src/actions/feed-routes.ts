import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Notifier } from '../database/notifier.ts'
import { EntityIdParam } from '../entities/entity.ts'
import { Problem } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { negotiation } from '../http/negotiation.ts'
import { requiredSequence, sequenceOf } from '../http/read-consistency.ts'
import { listContent, response } from '../http/reference.ts'
import { linksToNext } from '../lists/pages.ts'
import { ActionRecord } from './action.ts'
import { awaitFeed, type FeedPage, feedReader, type ReadAfter } from './feed.ts'
import { ActionFilters, arrivalsOnly } from './filters.ts'
import { liveStreams } from './live-streams.ts'
import { abort, requestAborts } from './request-aborts.ts'

const FeedKey = Type.Object({
  entity_id: EntityIdParam,
  sequence: Type.String({
    description: 'The latest sequence that the client has received; 0 to start.',
    pattern: '^[0-9]{1,15}$',
  }),
})

const FeedQuery = Type.Object(
  {
    action: ActionFilters.properties.action,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'The maximum number of records. The default is 1,000.',
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30,
        description: 'The number of seconds to wait if there is no new action yet. The default is 0.',
      }),
    ),
  },
  { additionalProperties: false },
)

const feedTypes = ['application/json', 'text/event-stream'] as const

const responses = {
  200: response(
    'The actions after the sequence, in commit order. Both media types carry the same records: as an array, or as one server-sent event for each record, with the sequence as its id. `Link` and `Rollcall-Sequence` are not in a response that is a stream.',
    listContent(feedTypes, ActionRecord),
    'Link',
    'Rollcall-Sequence',
  ),
}

const negotiateFeed = negotiation(feedTypes)
const maxActionsPerRead = 100

export const feedRoutes: Feature = (app, { database: primary, readRouter, reads, config }) => {
  const linkTo = linksToNext(config)
  const abortControllerOf = requestAborts(app)
  const live = liveStreams()

  app.get(
    '/v1/metrics/notifications/actions/:entity_id/since/:sequence',
    {
      config: {
        scope: 'actions:read',
        alternativeScope: arrivalsOnly,
        requestHeaders: ['Last-Event-ID', 'Rollcall-Sequence'],
        responses,
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
    },
    async (request, reply) => {
      const { entityId, query } = request
      const { mediaType } = negotiateFeed(request)
      const { limit = 1_000, wait = 0, ...filter } = query
      const since = sequenceOf(request, 'Last-Event-ID') ?? Number(request.params.sequence)
      // Select the database before every read: a replica can fail or lag during a stream.
      const known = requiredSequence(request)
      const from = (after: number) => readRouter.databaseFor(entityId, Math.max(after, known))
      const turn = reads.of(request.credentialId)
      const controller = abortControllerOf(reply)
      const end = () => abort(controller)
      const { signal } = controller
      if (mediaType === 'text/event-stream') {
        const readAfter = feedReader({ entityId, limit: maxActionsPerRead, ...filter }, primary, from, turn, signal)
        // A stream has no status for a problem. The first read returns it before the stream begins.
        const first = await readAfter(since)
        // nginx buffers responses by default: a live view would get nothing.
        reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no')
        // A response to HEAD has no body. End it here; the stream would stay open.
        if (request.method === 'HEAD') return reply.send()
        return live.send(reply, streamActions(first, readAfter, primary.notifier, request, signal), end)
      }
      const readAfter = feedReader({ entityId, limit, ...filter }, primary, from, turn, signal)
      const send = ({ actions, last }: FeedPage) => {
        const path = `/v1/metrics/notifications/actions/${entityId}/since/${last}`
        reply.headers({ 'Rollcall-Sequence': String(last), Link: linkTo(path, query) })
        return reply.type('application/json; charset=utf-8').send(`[${actions.map(({ record }) => record).join(',')}]`)
      }
      // If the client has disconnected before, nothing would stop the watch of its credential.
      if (wait === 0 || signal.aborted) return send(await readAfter(since))
      const timer = setTimeout(end, wait * 1_000)
      const stopWatch = request.watchCredential(end)
      reply.raw.once('close', () => {
        clearTimeout(timer)
        stopWatch()
      })
      const page = await awaitFeed(readAfter, primary.notifier, { entityId, since }, known, signal)
      // The credential may have been revoked during the wait.
      await request.requireGrant()
      return send(page)
    },
  )
}

/** Server-sent events: one per action, with its sequence as id. Ends when the credential loses its access to the entity, and
 *  when a failover loses the position: the client then reconnects, and the response is feed-reset.
 *  https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* streamActions(
  first: FeedPage,
  readAfter: ReadAfter,
  notifier: Notifier,
  request: Pick<FastifyRequest, 'entityId' | 'isGranted'>,
  signal: AbortSignal,
) {
  yield Buffer.from(': the actions of this entity, as they are recorded\n\n')
  for (let page = first; ; ) {
    const { actions } = page
    if (actions.length > 0) {
      const messages = actions.map(({ record, sequence }) => `id: ${sequence}\nevent: action\ndata: ${record}\n\n`)
      yield Buffer.from(messages.join(''))
    }
    const isWhole = actions.length < maxActionsPerRead
    const last = isWhole ? await notifier.wait(request.entityId, page.last, signal) : undefined
    if (signal.aborted || !(await request.isGranted())) return
    try {
      page = await readAfter(page.last, last)
    } catch (error) {
      if (isReset(error)) return
      throw error
    }
  }
}

const isReset = (error: unknown) => error instanceof Problem && error.code === 'feed-reset'
