import type { Static } from 'typebox'
import { ByDate } from '../../entities/day-range.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { isUnchanged, negotiation } from '../../platform/http/negotiation.ts'
import { listContent, response } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { mediaTypes } from '../../platform/lists/formats.ts'
import { linksToNext } from '../../platform/lists/pages.ts'
import { ActionRecord } from './action.ts'
import { arrivalsOnly } from './filters.ts'
import { findActionList, ListQuery } from './list-actions.ts'
import { cutActions } from './page.ts'
import { actionSender } from './send-actions.ts'

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

const operation = {
  config: {
    personal: 'contacts',
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
} as const

export const actionRoutes: Feature = (app, context) => {
  const linkTo = linksToNext(context.config)
  const sendActions = actionSender(context)

  app.get(path, operation, async (request, reply) => {
    const { params, query } = request
    const representation = negotiateList(request)
    const turn = turnOf(context.reads, request, reply)
    const { headers, ...found } = await findActionList(context, params, query, representation)
    reply.headers({ ...headers, Vary: 'Accept, Accept-Encoding' })
    if (isUnchanged(request, headers.ETag)) {
      reply.code(304)
      // Not `return reply.send()`: Fastify would await the end of the response, with further listeners.
      return undefined
    }
    const { list, next } = await cutActions(found, query.limit, turn)
    if (next) reply.header('Link', linkTo(pathOf(params), { ...query, after: next }))
    reply.type(`${representation.mediaType}; charset=utf-8`)
    if (request.method === 'HEAD') return reply.send()
    return sendActions(reply, { ...found, list }, representation, turn)
  })
}

const pathOf = (params: Static<typeof ByDate>) =>
  Object.entries(params).reduce((url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)), path)
