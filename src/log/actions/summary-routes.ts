import { ByDate } from '../../entities/day-range.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { isUnchanged, negotiateJson } from '../../platform/http/negotiation.ts'
import { json, response } from '../../platform/http/reference.ts'
import { encode, withEncoding } from '../../platform/http/streaming.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { ActionSummary, findCountedActions, summarize } from './summary.ts'

const headerNames = ['ETag', 'Rollcall-Range', 'Rollcall-Sequence', 'Rollcall-Time-Zone'] as const

const responses = {
  200: json('The counts. The feed of actions continues after `Rollcall-Sequence`.', ActionSummary, ...headerNames),
  304: response('Nothing has changed since the response that If-None-Match names.', {}, ...headerNames),
}

const operation = {
  config: {
    personal: 'none',
    scope: 'actions:read',
    requestHeaders: ['If-None-Match'],
    responses,
    problems: ['not-acceptable'],
  },
  schema: {
    operationId: 'summarizeActions',
    summary: 'Count the actions of an entity by day, hour and lead time',
    description:
      "Counts the actions from the start of start_date to the end of end_date, in the entity's time zone: by day and channel, by hour of the day, and by days before the visit. The response has an ETag. The service compresses it with gzip or zstd on request.",
    tags: ['actions'],
    params: ByDate,
  },
} as const

/** Clients read counts of actions. */
export const summaryRoutes: Feature = (app, { database, reads }) => {
  const path = '/v1/metrics/notifications/actions/:entity_id/summary/:start_date/:end_date'
  app.get(path, operation, async (request, reply) => {
    const { encoding } = negotiateJson(request)
    const turn = turnOf(reads, request, reply)
    const { counted, headers } = await findCountedActions(database, request.params, encoding)
    const summary = isUnchanged(request, headers.ETag)
      ? undefined
      : await summarize(database, request.params, counted, turn)
    reply.headers({ ...headers, Vary: 'Accept, Accept-Encoding' })
    if (!summary) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    return withEncoding(reply, await encode(Buffer.from(JSON.stringify(summary)), encoding), encoding)
  })
}
