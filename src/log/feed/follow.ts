import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature, RouteContext } from '../../platform/http/feature.ts'
import { negotiation } from '../../platform/http/negotiation.ts'
import { linksToNext } from '../../platform/lists/pages.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { awaitFeed, type Feed, type FeedPage, feedReader } from './feed.ts'
import { liveStreams } from './live-streams.ts'
import { abort, requestAborts } from './request-aborts.ts'
import { maxRecordsPerRead, streamFeed } from './stream-feed.ts'

export const FeedKey = Type.Object({
  entity_id: EntityIdParam,
  sequence: Type.String({
    description: 'The latest sequence that the client has received; 0 to start.',
    pattern: '^[0-9]{1,15}$',
  }),
})

/** The query parameters of a feed, besides its filter. */
export const feedQuery = {
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
      description: 'The number of seconds to wait if there is no new record yet. The default is 0.',
    }),
  ),
}

export const feedTypes = ['application/json', 'text/event-stream'] as const
const negotiateFeed = negotiation(feedTypes)

/** The parts of a feed's route that a request does not decide. */
interface FeedRoute {
  /** The path before the sequence. */
  path: string
  /** The first comment of a stream. */
  greeting: string
  feed: Feed
}

type FollowRequest = FastifyRequest<{
  Params: { sequence: string }
  Querystring: { limit?: number; wait?: number }
}>

/** Returns the function that responds to a request for a feed: with a page, after a long poll, or with a stream. */
export function feedFollower(app: Parameters<Feature>[0], { reads, config }: RouteContext) {
  const linkTo = linksToNext(config)
  const abortControllerOf = requestAborts(app)
  const live = liveStreams()

  return async (request: FollowRequest, reply: FastifyReply, { path, greeting, feed }: FeedRoute) => {
    const { query } = request
    const { limit = 1_000, wait = 0 } = query
    const { mediaType } = negotiateFeed(request)
    const since = lastEventId(request) ?? Number(request.params.sequence)
    const turn = reads.of(request)
    const controller = abortControllerOf(reply)
    const end = () => abort(controller)
    const { signal } = controller
    if (mediaType === 'text/event-stream') {
      const readAfter = feedReader(feed, maxRecordsPerRead, turn, signal)
      // A stream has no status for a problem. The first read returns it before the stream begins.
      const first = await readAfter(since)
      // nginx buffers responses by default: a live view would get nothing.
      reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no')
      // A response to HEAD has no body. End it here; the stream would stay open.
      if (request.method === 'HEAD') return reply.send()
      return live.send(reply, streamFeed(greeting, first, readAfter, feed, request, signal), end)
    }
    const readAfter = feedReader(feed, limit, turn, signal)
    const send = ({ records, last }: FeedPage) => {
      request.noteContacts(contactsOf(...records.map(({ notification_id }) => notification_id)))
      reply.headers({ 'Rollcall-Sequence': String(last), Link: linkTo(`${path}/${last}`, query) })
      return reply.type('application/json; charset=utf-8').send(`[${records.map(({ record }) => record).join(',')}]`)
    }
    // If the client has disconnected before, nothing would stop the watch of its credential.
    if (wait === 0 || signal.aborted) return send(await readAfter(since))
    const timer = setTimeout(end, wait * 1_000)
    const stopWatch = request.watchCredential(end)
    reply.raw.once('close', () => {
      clearTimeout(timer)
      stopWatch()
    })
    const page = await awaitFeed(readAfter, feed, since, signal)
    // The credential may have been revoked during the wait.
    await request.requireGrant()
    return send(page)
  }
}

/** @throws Problem invalid-parameter */
function lastEventId({ headers }: FollowRequest): number | undefined {
  const id = headers['last-event-id']
  if (id === undefined) return undefined
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id)
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Last-Event-ID', reason: 'format' }] })
}
