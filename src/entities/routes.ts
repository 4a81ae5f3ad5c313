import { Type } from 'typebox'
import { sendResource } from '../platform/http/entity-tag.ts'
import type { Feature } from '../platform/http/feature.ts'
import { json, response } from '../platform/http/reference.ts'
import { readCursor } from '../platform/lists/cursor.ts'
import { cutPage, linksToNext, pageQuery } from '../platform/lists/pages.ts'
import { Entity, EntityIdParam, findEntity, grantedEntities } from './entity.ts'
import { findLogo } from './logo.ts'

const Page = Type.Object(pageQuery(1_000, 1_000), { additionalProperties: false })

const tags = ['access']

export const entityRoutes: Feature = (app, { database, config }) => {
  const linkTo = linksToNext(config)

  app.get(
    '/v1/entities',
    {
      config: {
        scope: 'any',
        responses: { 200: json('The entities, ordered by id.', Type.Array(Entity), 'Link') },
      },
      schema: {
        operationId: 'listEntities',
        summary: 'List the entities that the access token can access',
        description: '`Link: rel="next"` leads to the next page.',
        tags,
        querystring: Page,
      },
    },
    async (request, reply) => {
      const { limit = 1_000, after } = request.query
      const [id] = after === undefined ? [''] : readCursor(after, 'entities', 'string')
      const entities = await grantedEntities(database, await request.credentialEntities(), id, limit + 1)
      const { shown, next } = cutPage('entities', entities, limit, ({ id }) => [id])
      if (next) reply.header('Link', linkTo('/v1/entities', { limit, after: next }))
      return shown
    },
  )

  app.get(
    '/v1/entities/:entity_id',
    {
      config: {
        scope: 'any',
        responses: { 200: json('The entity.', Entity, 'ETag') },
      },
      schema: {
        operationId: 'getEntity',
        summary: 'Get an entity, with its time zone',
        tags,
        params: Type.Object({ entity_id: EntityIdParam }),
      },
    },
    async ({ entityId }, reply) => sendResource(reply, await findEntity(database, entityId)),
  )

  app.get(
    '/v1/entities/:entity_id/logo',
    {
      config: {
        scope: 'any',
        responses: {
          200: response('The logo.', { 'image/png': Type.Unsafe({ type: 'string', format: 'binary' }) }),
          204: response('The entity has no logo.', {}),
        },
      },
      schema: {
        operationId: 'getLogo',
        summary: 'Get the logo of an entity',
        tags,
        params: Type.Object({ entity_id: EntityIdParam }),
      },
    },
    async ({ entityId }, reply) => {
      const logo = await findLogo(database, entityId)
      if (logo === undefined) return reply.code(204).send()
      return reply.type('image/png').send(Buffer.from(logo, 'base64'))
    },
  )
}
