import type { Static } from 'typebox'
import { ByDate } from '../../entities/day-range.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { isUnchanged, negotiation } from '../../platform/http/negotiation.ts'
import { listContent, response } from '../../platform/http/reference.ts'
import { withEncoding } from '../../platform/http/streaming.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { mediaTypes } from '../../platform/lists/formats.ts'
import { linksToNext } from '../../platform/lists/pages.ts'
import { isWhole, resolveOnReplica } from '../../platform/lists/replica.ts'
import { sendList } from '../../platform/lists/send-list.ts'
import { ActionRecord } from './action.ts'
import { arrivalsOnly } from './filters.ts'
import { formats } from './formats.ts'
import { ListQuery, resolveActionList } from './list-actions.ts'
import { keyOf, ListCache } from './list-cache.ts'
import { cutActions } from './page.ts'
import { actionSource } from './read-chunk.ts'

const path = '/v1/metrics/notifications/actions/:entity_id/bydate/:start_date/:end_date'

const headers = ['ETag', 'Rollcall-Range', 'Rollcall-Sequence', 'Rollcall-Time-Zone'] as const

const responses = {
  200: response(
    'The actions, streamed. If the connection is cut, the list is incomplete. All media types carry the same records: as an array, as one line of JSON for each record, or as one row of CSV for each record.',
    listContent(mediaTypes, ActionRecord),
    ...headers,
    'Link',
  ),
  304: response('Nothing has changed since the response that If-None-Match names.', {}, ...headers),
}

const negotiateList = negotiation(mediaTypes)

export const actionRoutes: Feature = (app, context) => {
  const { reads, config } = context
  const linkTo = linksToNext(config)
  const cache = config.listCacheBytes > 0 ? new ListCache(config.listCacheBytes, context.metrics) : undefined

  app.get(
    path,
    {
      config: {
        scope: 'actions:read',
        alternativeScope: arrivalsOnly,
        requestHeaders: ['If-None-Match'],
        responses,
        problems: ['not-acceptable', 'overloaded'],
      },
      schema: {
        operationId: 'listActions',
        summary: 'List the actions of an entity by date',
        description:
          "Returns each action from the start of start_date to the end of end_date, in the entity's time zone, ordered by date. The response has an ETag. The service compresses it with gzip or zstd on request.",
        tags: ['actions'],
        params: ByDate,
        querystring: ListQuery,
      },
    },
    async (request, reply) => {
      const { entityId, params, query } = request
      const { mediaType, encoding } = negotiateList(request)
      const turn = turnOf(reads, request, reply)
      const listRequest = { entityId, ...params, query, representation: [mediaType, encoding] }
      const { database, headers, list, whole } = isWhole(query)
        ? await resolveOnReplica(context, (database) => resolveActionList(database, listRequest))
        : await resolveActionList(context.database, listRequest)
      reply.headers({ ...headers, Vary: 'Accept, Accept-Encoding' })
      if (isUnchanged(request, headers.ETag)) {
        reply.code(304)
        // Not `return reply.send()`: Fastify would await the end of the response, with further listeners.
        return undefined
      }

      const page = query.limit ? await cutActions(database, list, query.limit, turn) : { list, next: undefined }
      if (page.next) reply.header('Link', linkTo(pathOf(params), { ...query, after: page.next }))
      reply.type(`${mediaType}; charset=utf-8`)
      if (request.method === 'HEAD') return reply.send()
      const format = formats[mediaType]
      const source = actionSource(database, page.list, format.separator)
      if (!cache || !whole) return sendList(context, reply, source, format, encoding, turn)
      const key = keyOf(whole, mediaType, encoding)
      const body = await cache.find(database, key, whole)
      if (body) return withEncoding(reply, body, encoding)
      const keep = cache.recordRequest(key) ? (bytes: Uint8Array) => cache.keep(key, whole, bytes) : undefined
      return sendList(context, reply, source, format, encoding, turn, keep)
    },
  )
}

const pathOf = (params: Static<typeof ByDate>) =>
  Object.entries(params).reduce((url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)), path)
