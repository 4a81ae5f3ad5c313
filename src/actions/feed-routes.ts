import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { EntityIdParam } from '../entities/entity.ts'
import { Problem } from '../errors.ts'
import type { Turn } from '../fair-queue.ts'
import type { Feature } from '../http/feature.ts'
import { maxLiveStreams, maxLiveStreamsPerCredential } from '../http/limits.ts'
import { negotiation } from '../http/negotiation.ts'
import { linksToNext } from '../http/pages.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { accessProblems, describeResponses, response } from '../http/reference.ts'
import { boundedStreams } from '../http/streaming.ts'
import { ActionRecord } from './action.ts'
import { arrivalsOnly } from './arrivals-only.ts'
import { awaitFeed, type FeedPosition, readFeed } from './feed.ts'
import { ActionFilters } from './filters.ts'

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

const responses = describeResponses(
  {
    200: response(
      'The actions after the sequence, in commit order. Both media types carry the same records: as an array, or as one server-sent event for each record, with the sequence as its id. `Link` and `Rollcall-Sequence` are not in a response that is a stream.',
      { 'application/json': Type.Array(ActionRecord), 'text/event-stream': Type.Array(ActionRecord) },
      'Link',
      'Rollcall-Sequence',
    ),
  },
  ...accessProblems,
  'invalid-parameter',
  'not-acceptable',
  'overloaded',
)

const negotiateFeed = negotiation(['application/json', 'text/event-stream'])
const heartbeatMs = 15_000
const maxActionsPerRead = 100

export const feedRoutes: Feature = (app, { readRouter, reads, config }) => {
  const live = boundedStreams(maxLiveStreams, maxLiveStreamsPerCredential)
  const linkTo = linksToNext(config)
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  app.get(
    '/v1/metrics/notifications/actions/:entity_id/since/:sequence',
    {
      config: {
        scope: 'actions:read',
        lesserScope: arrivalsOnly,
        requestHeaders: ['Last-Event-ID', 'Rollcall-Sequence'],
        responses,
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
      const since = sinceOf(request.params, request.headers['last-event-id'])
      const position = { entityId, since, limit, ...filter }
      // Select the database before every read: a replica can fail or lag during a stream.
      const known = requiredSequence(request)
      const from = (after: number) => readRouter.databaseFor(entityId, Math.max(after, known))
      const turn = reads.of(request.credentialId)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const ended = AbortSignal.any([closing.signal, gone.signal])
      if (mediaType === 'text/event-stream') {
        reply.type('text/event-stream; charset=utf-8')
        return live.send(
          reply,
          events(from, { ...position, limit: maxActionsPerRead }, turn, () => request.isGranted(), ended),
          'identity',
        )
      }
      const inTime = AbortSignal.any([ended, AbortSignal.timeout(wait * 1_000)])
      const page = await (wait > 0
        ? awaitFeed(from, position, turn, inTime)
        : readFeed(await from(since), position, turn, ended))
      // The credential may have been revoked during the wait.
      if (wait > 0 && !(await request.isGranted())) throw new Problem('invalid-token')
      const path = `/v1/metrics/notifications/actions/${entityId}/since/${page.last}`
      reply.headers({ 'Rollcall-Sequence': String(page.last), Link: linkTo(path, query) })
      const records = Buffer.from(`[${page.actions.map(({ record }) => record).join(',')}]`)
      return reply.type('application/json; charset=utf-8').send(records)
    },
  )
}

function sinceOf({ sequence }: Static<typeof FeedKey>, lastEventId: string | string[] | undefined): number {
  return typeof lastEventId === 'string' && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number(sequence)
}

/** Server-sent events: one per action, with its sequence as id. A comment every `heartbeatMs` keeps proxies from
 *  closing an idle connection. Ends when the credential loses its access to the entity.
 *  https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* events(
  from: (after: number) => Database | Promise<Database>,
  position: FeedPosition,
  turn: Turn,
  isGranted: () => Promise<boolean>,
  signal: AbortSignal,
) {
  const { entityId } = position
  let { since } = position
  let lastSentAt = performance.now()
  yield Buffer.from(': the actions of this entity, as they are recorded\n\n')
  while (!signal.aborted && (await isGranted())) {
    const database = await from(since)
    const notified = database.notifier.wait(entityId, signal)
    const { actions, last } = await readFeed(database, { ...position, since }, turn, signal)
    since = last
    if (actions.length > 0) {
      const messages = actions.map(({ record, sequence }) => `id: ${sequence}\nevent: action\ndata: ${record}\n\n`)
      yield Buffer.from(messages.join(''))
      lastSentAt = performance.now()
      continue
    }
    await notified
    if (performance.now() - lastSentAt < heartbeatMs) continue
    yield Buffer.from(': still here\n\n')
    lastSentAt = performance.now()
  }
}
