import { Type } from 'typebox'
import type { Feature } from '../app.ts'
import { credentialProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { Entity, findEntity, grantedEntities } from './entity.ts'

const Page = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'At most so many: 1,000 unless given.' }),
    ),
    after: Type.Optional(Type.String({ maxLength: 64, description: 'The last id of the page before.' })),
  },
  { additionalProperties: false },
)

const entity_id = Type.String({ description: "Code of the clinic, doctor's office or hospital." })
const tags = ['access']

export const entityRoutes: Feature = (app, { database, config }) => {
  const prefix = config.publicUrl ? new URL(config.publicUrl).pathname.replace(/\/$/, '') : ''

  app.get(
    '/v1/entities',
    {
      config: {
        scope: 'any',
        answers: describeAnswers(
          { 200: json('The entities, by id.', Type.Array(Entity)) },
          ...credentialProblems,
          'invalid-parameter',
        ),
      },
      schema: {
        summary: 'The entities that the access token is for',
        description: '`Link: rel="next"` leads to those that did not fit.',
        tags,
        querystring: Page,
      },
    },
    async ({ credentialId, query }, reply) => {
      const { limit = 1_000, after = '' } = query
      const entities = await grantedEntities(database, credentialId, after, limit + 1)
      const page = entities.slice(0, limit)
      const next = new URLSearchParams({ limit: `${limit}`, after: page.at(-1)?.id ?? '' })
      if (entities.length > limit) reply.header('Link', `<${prefix}/v1/entities?${next}>; rel="next"`)
      return page
    },
  )

  app.get(
    '/v1/entities/:entity_id',
    {
      config: {
        scope: 'any',
        answers: describeAnswers(
          { 200: json('The entity.', Entity) },
          ...credentialProblems,
          'entity-not-found',
          'invalid-parameter',
        ),
      },
      schema: {
        summary: 'An entity, with its time zone',
        tags,
        params: Type.Object({ entity_id }),
        querystring: NoQuery,
      },
    },
    async ({ entityId }) => findEntity(database, entityId),
  )
}
