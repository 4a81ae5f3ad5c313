import { Type } from 'typebox'
import { ByDate, storedRange } from '../../entities/day-range.ts'
import { findEntity } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { negotiation } from '../../platform/http/negotiation.ts'
import { json, listContent, response } from '../../platform/http/reference.ts'
import { ListCount, linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { replyFormats } from './reply-formats.ts'
import { countReplies, listReplies, ReplyFilters, UnhandledReply } from './unhandled-reply.ts'

const Query = Type.Object({ ...ReplyFilters.properties, ...pageQuery(1_000, 1_000) }, { additionalProperties: false })
const CountQuery = Type.Object(ReplyFilters.properties, { additionalProperties: false })

const mediaTypes = ['application/json', 'text/csv'] as const
const negotiateList = negotiation(mediaTypes)

const listOperation = {
  config: {
    personal: 'contacts',
    scope: 'notifications:read',
    responses: {
      200: response(
        'The replies, ordered by time. Both media types carry the same replies: as an array, or as one row of CSV for each reply.',
        listContent(mediaTypes, UnhandledReply),
        'Link',
      ),
    },
    problems: ['not-acceptable'],
  },
  schema: {
    operationId: 'listReplies',
    summary: 'List the replies that are not answers',
    description:
      'Returns the replies from contacts that staff must read, from the start of start_date to the end of end_date, in the entity\'s time zone. `Link: rel="next"` leads to the next page.',
    tags: ['notifications'],
    params: ByDate,
    querystring: Query,
  },
} as const

const countOperation = {
  config: {
    personal: 'none',
    scope: 'notifications:read',
    responses: { 200: json('The number of replies.', ListCount) },
  },
  schema: {
    operationId: 'countReplies',
    summary: 'Count the replies that are not answers',
    description: 'Counts the replies that the list of these days contains, with the same filter.',
    tags: ['notifications'],
    params: ByDate,
    querystring: CountQuery,
  },
} as const

/** The texts of contacts that staff read. */
export const replyRoutes: Feature = (app, { database, reads, config }) => {
  const linkTo = linksToNext(config)

  app.get('/v1/replies/:entity_id/bydate/:start_date/:end_date', listOperation, async (request, reply) => {
    const { entityId, credentialId, params, query } = request
    const { mediaType } = negotiateList(request)
    const { start_date, end_date } = params
    const { limit = 1_000, after: _, ...filters } = query
    const { time_zone } = (await findEntity(database, entityId))!
    const range = storedRange(start_date, end_date, time_zone)
    const { replies, next } = await reads.of({ entityId, credentialId })(() =>
      listReplies(database, entityId, range, { ...query, limit }),
    )
    const path = `/v1/replies/${entityId}/bydate/${start_date}/${end_date}`
    if (next) reply.header('Link', linkTo(path, { limit, ...filters, after: next }))
    request.noteContacts(contactsOf(...replies.map(({ notification_id }) => notification_id)))
    const body = replyFormats[mediaType].whole({ records: replies, matched: replies.length, next: undefined })
    return reply.header('Vary', 'Accept').type(`${mediaType}; charset=utf-8`).send(body)
  })

  app.get(
    '/v1/replies/:entity_id/bydate/:start_date/:end_date/count',
    countOperation,
    async ({ entityId, credentialId, params, query }) => {
      const { time_zone } = (await findEntity(database, entityId))!
      const range = storedRange(params.start_date, params.end_date, time_zone)
      return reads.of({ entityId, credentialId })(() => countReplies(database, entityId, range, query))
    },
  )
}
