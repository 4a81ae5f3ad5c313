import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import { actionScope, eventScope, readableKinds } from '../../log/events/readable-kinds.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { acknowledge } from './acknowledge.ts'
import { Acknowledgement, NewAcknowledgement } from './acknowledgement.ts'
import { lagOfSources, maxCounted, SourceLag } from './lag.ts'
import { AcknowledgementFilters, listAcknowledgements } from './list.ts'
import { ResendResult, resend } from './resend.ts'

const EntityPath = Type.Object({ entity_id: EntityIdParam })
const Query = Type.Object(
  { ...AcknowledgementFilters.properties, ...pageQuery(1_000, 1_000) },
  { additionalProperties: false },
)

const Stored = Type.Object(
  { stored: Type.Integer({ description: 'The number of acknowledgements in the request. All are stored.' }) },
  { $id: 'StoredAcknowledgements', description: 'The acknowledgements are stored.', examples: [{ stored: 2 }] },
)

const alternativeScope = { ...actionScope, isEnough: () => true }

const acknowledgeOperation = {
  config: {
    personal: 'none',
    scope: eventScope,
    tests: 'any',
    alternativeScope,
    responses: { 200: json('All acknowledgements are stored.', Stored) },
  },
  schema: {
    operationId: 'acknowledgeEvents',
    summary: 'Acknowledge events',
    description:
      'Stores for each event whether the source, which is the access token, has applied it, or why it could not. The latest word of a source on an event replaces the earlier one. Repeating a request changes nothing. If one item has a fault, nothing is stored. A test token acknowledges only events of test visits.',
    tags: ['events'],
    params: EntityPath,
    body: Type.Array(NewAcknowledgement, { minItems: 1, maxItems: 1_000 }),
  },
} as const

const listOperation = {
  config: {
    personal: 'contacts',
    scope: eventScope,
    alternativeScope,
    responses: {
      200: json('The acknowledgements, in the order of the event log.', Type.Array(Acknowledgement), 'Link'),
    },
  },
  schema: {
    operationId: 'listAcknowledgements',
    summary: 'List acknowledgements',
    description:
      'Returns what all sources say about the events of the entity, each with its event. `outcome=failed` selects the events that a source could not apply. A source that reads the log itself polls `outcome=failed&resent=true&source=self` for the events that staff had sent again. `Link: rel="next"` leads to the next page.',
    tags: ['events'],
    params: EntityPath,
    querystring: Query,
  },
} as const

const lagOperation = {
  config: {
    personal: 'none',
    scope: eventScope,
    alternativeScope: { scope: actionScope.scope, isEnough: () => true },
    responses: {
      200: json('The sources, ordered by name.', Type.Array(SourceLag)),
    },
  },
  schema: {
    operationId: 'getLag',
    summary: 'Get how far sources are behind',
    description: `Returns each source that has acknowledged an event of the entity, with the number of events after the highest one that it has acknowledged, and the number of events that it could not apply. Of all sources together, the first ${maxCounted.toLocaleString('en')} failures are counted.`,
    tags: ['events'],
    params: EntityPath,
  },
} as const

const resendOperation = {
  config: {
    personal: 'contact',
    scope: 'actions:write',
    tests: 'event',
    responses: { 200: json('The event is sent again.', ResendResult) },
    problems: ['failure-not-found'],
  },
  schema: {
    operationId: 'resendEvent',
    summary: 'Send an event again',
    description:
      'Has the webhooks of the entity post the event again, and marks its failures as sent again, until the source acknowledges the event once more. `outcome=failed&resent=true` lists them, for sources that read the log themselves.',
    tags: ['events'],
    params: Type.Object({
      entity_id: EntityIdParam,
      sequence: Type.Integer({ minimum: 1, description: 'The sequence of the event.' }),
    }),
  },
} as const

export const acknowledgementRoutes: Feature = (app, { database, clock, reads, config }) => {
  const linkTo = linksToNext(config)
  const path = '/v1/acknowledgements/:entity_id'
  const sourceOf = ({ credentialId: id, credentialName: name, credentialScopes, isTest }: FastifyRequest) => ({
    id,
    name,
    isTest,
    kinds: readableKinds(credentialScopes),
  })

  app.post(path, acknowledgeOperation, async (request) => {
    const { entityId, body } = request
    await acknowledge(database, entityId, sourceOf(request), body, clock.now())
    return { stored: body.length }
  })

  app.get(path, listOperation, async (request, reply) => {
    const { entityId, credentialId, query } = request
    const { limit = 1_000, after: _, ...filters } = query
    const { kinds } = sourceOf(request)
    const source = query.source === 'self' ? { source: credentialId } : {}
    const { body, notifications, next } = await reads.of(request)(() =>
      listAcknowledgements(database, entityId, kinds, { ...query, ...source, limit }),
    )
    request.noteContacts(contactsOf(...notifications))
    if (next) reply.header('Link', linkTo(`/v1/acknowledgements/${entityId}`, { limit, ...filters, after: next }))
    return reply.type('application/json; charset=utf-8').send(body)
  })

  app.get(`${path}/lag`, lagOperation, ({ entityId }) => lagOfSources(database, clock, entityId))

  app.post(`${path}/:sequence/resend`, resendOperation, async (request) => {
    const { entityId, params } = request
    const { notificationId, ...resent } = await resend(database, entityId, params.sequence, clock.now())
    request.noteContacts(contactsOf(notificationId))
    return resent
  })
}
