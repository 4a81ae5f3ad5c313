import { type Static, Type } from 'typebox'
import { ByDate } from '../../entities/day-range.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { negotiation } from '../../platform/http/negotiation.ts'
import { json, listContent, response } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { mediaTypes } from '../../platform/lists/formats.ts'
import { ListCount, linksToNext } from '../../platform/lists/pages.ts'
import { sendList } from '../../platform/lists/send-list.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { NotificationStatus } from '../status/status.ts'
import { findByKey, KeysQuery } from './find-by-key.ts'
import { countVisits, findVisits, VisitsCountQuery, VisitsQuery } from './list-visits.ts'
import { isOfDesk, nearDays } from './near-days.ts'
import { visitSource } from './read-visits.ts'
import { visitFormats } from './visit-formats.ts'

const scope = 'notifications:read'
const tags = ['notifications']

const negotiateList = negotiation(mediaTypes)

const listOperation = {
  config: {
    personal: 'contacts',
    scope,
    responses: {
      200: response(
        'The visits, streamed. If the connection is cut, the list is incomplete. All media types carry the same visits: as an array, as one line of JSON for each visit, or as one row of CSV for each visit.',
        listContent(mediaTypes, NotificationStatus),
        ...(['Rollcall-Range', 'Rollcall-Sequence', 'Rollcall-Time-Zone', 'Link'] as const),
      ),
    },
    problems: ['not-acceptable', 'overloaded'],
  },
  schema: {
    operationId: 'listVisits',
    summary: 'List the visits of an entity by date',
    description:
      "Returns each visit that starts on the days from start_date to end_date, in the entity's time zone, ordered by start. A visit that was moved is in the list once for each of its notifications; `state` tells them apart. The service compresses the response with gzip or zstd on request.",
    tags,
    params: ByDate,
    querystring: VisitsQuery,
  },
} as const

const countOperation = {
  config: { personal: 'none', scope, responses: { 200: json('The number of visits.', ListCount) } },
  schema: {
    operationId: 'countVisits',
    summary: 'Count the visits of an entity by date',
    description: 'Counts the visits that the list of these days contains, with the same filters.',
    tags,
    params: ByDate,
    querystring: VisitsCountQuery,
  },
} as const

const findOperation = {
  config: {
    personal: 'contacts',
    scope,
    responses: { 200: json('The notifications, latest first.', Type.Array(NotificationStatus), 'Link') },
  },
  schema: {
    operationId: 'findNotifications',
    summary: "Find notifications by the client's own keys",
    description:
      'Returns all notifications of these appointments, also the superseded ones. `Link: rel="next"` leads to the next page.',
    tags,
    params: Type.Object({ entity_id: EntityIdParam }),
    querystring: KeysQuery,
  },
} as const

export const visitRoutes: Feature = (app, context) => {
  const { reads, clock, config, database: primary } = context
  const linkTo = linksToNext(config)

  const alternativeScope = nearDays(primary, clock)
  const listOptions = { ...listOperation, config: { ...listOperation.config, alternativeScope } }
  app.get('/v1/notifications/:entity_id/byvisit/:start_date/:end_date', listOptions, async (request, reply) => {
    const { params, query, credentialScopes } = request
    const { mediaType, encoding } = negotiateList(request)
    const turn = turnOf(reads, request, reply)
    const tokensAt = (await isOfDesk(alternativeScope, request)) ? clock.now() : null
    const { database, headers, list, next } = await findVisits(context, params, query, tokensAt, turn)
    if (next) reply.header('Link', linkTo(pathOf(params), { ...query, after: next }))
    reply.headers({ ...headers, Vary: 'Accept, Accept-Encoding' }).type(`${mediaType}; charset=utf-8`)
    if (request.method === 'HEAD') return reply.send()
    const visits = visitSource(database, list, { withNotes: credentialScopes.has(scope) })
    return sendList(context, reply, visits, visitFormats[mediaType], encoding, turn)
  })

  const countOptions = { ...countOperation, config: { ...countOperation.config, alternativeScope } }
  app.get('/v1/notifications/:entity_id/byvisit/:start_date/:end_date/count', countOptions, async (request, reply) =>
    countVisits(context, request.params, request.query, turnOf(reads, request, reply)),
  )

  app.get('/v1/notifications/:entity_id', findOperation, async (request, reply) => {
    const { entityId, credentialId, query } = request
    const { notifications, next } = await reads.of({ entityId, credentialId })(() =>
      findByKey(primary, entityId, query),
    )
    if (next) reply.header('Link', linkTo(`/v1/notifications/${entityId}`, { ...query, after: next }))
    request.noteContacts(contactsOf(...notifications.map(({ id }) => id)))
    return notifications
  })
}

const pathOf = ({ entity_id, start_date, end_date }: Static<typeof ByDate>) =>
  `/v1/notifications/${entity_id}/byvisit/${start_date}/${end_date}`
