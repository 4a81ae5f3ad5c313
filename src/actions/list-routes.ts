import { type Static, Type } from 'typebox'
import { ByDate } from '../entities/day-range.ts'
import type { Feature } from '../http/feature.ts'
import { isUnchanged, negotiation } from '../http/negotiation.ts'
import { linksToNext } from '../http/pages.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { accessProblems, describeAnswers } from '../http/reference.ts'
import { ActionRecord } from './action.ts'
import { arrivalsAlone } from './arrivals-alone.ts'
import { formats, mediaTypes } from './formats.ts'
import { ListQuery, listActions } from './list-actions.ts'
import { firstPage } from './page.ts'
import { sendList } from './send-list.ts'

const path = '/v1/metrics/notifications/actions/:entity_id/bydate/:start_date/:end_date'

const answers = describeAnswers(
  {
    200: {
      description: 'The actions, streamed. A connection that is cut means that the list is not whole.',
      content: {
        'application/json': { schema: Type.Array(ActionRecord) },
        'application/x-ndjson': { schema: Type.String() },
        'text/csv': { schema: Type.String() },
      },
    },
    304: { description: 'Nothing has changed since the answer whose ETag was sent in If-None-Match.' },
  },
  ...accessProblems,
  'invalid-date',
  'reversed-range',
  'invalid-parameter',
  'not-acceptable',
  'overloaded',
)

const negotiate = negotiation(mediaTypes)

export const actionRoutes: Feature = (app, context) => {
  const { readRouter, reads, config } = context
  const linkTo = linksToNext(config)

  app.get(
    path,
    {
      config: { scope: 'actions:read', lesserScope: arrivalsAlone, answers },
      schema: {
        summary: 'List actions by entity and date',
        description:
          "Every action from the start of start_date to the end of end_date, both in the entity's time zone, by date. Conditional by ETag; gzip and zstd on request.",
        tags: ['actions'],
        params: ByDate,
        querystring: ListQuery,
      },
    },
    async (request, reply) => {
      const { entityId, params, query } = request
      const { mediaType, encoding } = negotiate(request)
      const turn = reads.of(request.credentialId)
      const { headers, database, list } = await listActions(readRouter, {
        ...{ entityId, ...params, query },
        requiredSequence: requiredSequence(request),
        ifNoneMatch: request.headers['if-none-match'],
        representation: [mediaType, encoding],
      })
      reply.headers({ ...headers, Vary: 'Accept, Accept-Encoding' })
      if (isUnchanged(request, headers.ETag)) return reply.code(304).send()

      const page = query.limit ? await firstPage(database, list, query.limit, turn) : { list, next: undefined }
      if (page.next) reply.header('Link', linkTo(pathOf(params), { ...query, after: page.next }))
      reply.type(`${mediaType}; charset=utf-8`)
      if (request.method === 'HEAD') return reply.send()
      return sendList(context, reply, { database, list: page.list }, formats[mediaType], encoding, turn)
    },
  )
}

const pathOf = (params: Static<typeof ByDate>) =>
  Object.entries(params).reduce((url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)), path)
