import { Type } from 'typebox'
import { listAccessTokensWithin } from '../../access/credentials/list-access-tokens.ts'
import { maxAccessTokens } from '../../access/credentials/max-access-tokens.ts'
import { Id } from '../../entities/entity-properties.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { hours } from '../../platform/time/instant.ts'
import { AccessTokenRecord, accessTokenRecord, CreatedAccessToken, NewAccessToken } from './access-token-record.ts'
import { createForCaller, revokeForCaller, rotateForCaller } from './manage-access-tokens.ts'
import { defaultOverlapHours, maxOverlapHours } from './overlap-hours.ts'

const access = { scope: 'admin', entities: 'own' } as const
const tags = ['administration']
const params = Type.Object({ access_token_id: Id })
const problems = ['access-token-not-found'] as const

const list = {
  config: {
    ...access,
    responses: { 200: json('The access tokens, the oldest first.', Type.Array(AccessTokenRecord), 'Link') },
  },
  schema: {
    operationId: 'listAccessTokens',
    summary: 'List access tokens',
    description:
      'Lists the access tokens that are only for entities of the credential, also revoked and expired ones. `Link: rel="next"` leads to the next page.',
    tags,
    querystring: Type.Object(pageQuery(100, 1_000), { additionalProperties: false }),
  },
} as const

const create = {
  config: {
    ...access,
    problems: ['exceeds-own-rights', 'too-many-access-tokens'],
    responses: { 201: json('The access token, with its secret.', CreatedAccessToken) },
  },
  schema: {
    operationId: 'createAccessToken',
    summary: 'Create an access token',
    description: `With scopes and entities that the credential has itself. The response shows \`token\` once: the service stores only its hash. An entity has at most ${maxAccessTokens} in force, and so have all entities together of those for all.`,
    tags,
    body: NewAccessToken,
  },
} as const

const rotate = {
  config: {
    ...access,
    problems: [...problems, 'access-token-ended', 'exceeds-own-rights', 'too-many-access-tokens'],
    responses: { 201: json('The new access token, with its secret.', CreatedAccessToken) },
  },
  schema: {
    operationId: 'rotateAccessToken',
    summary: 'Replace an access token',
    description: `Creates an access token with the same rights and the same lifetime. The old one works for some more hours, ${defaultOverlapHours} by default.`,
    tags,
    params,
    body: Type.Optional(
      Type.Object(
        {
          overlap_hours: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: maxOverlapHours,
              description: 'How long the old access token still works.',
            }),
          ),
        },
        { additionalProperties: false, examples: [{ overlap_hours: 24 }] },
      ),
    ),
  },
} as const

const revoke = {
  config: {
    ...access,
    problems,
    responses: { 204: response('The access token is revoked.', {}) },
  },
  schema: {
    operationId: 'revokeAccessToken',
    summary: 'Revoke an access token',
    description: 'Every process rejects it within five seconds.',
    tags,
    params,
  },
} as const

/** Administrators create, list, rotate and revoke access tokens. */
export const accessTokenRoutes: Feature = (app, context) => {
  const { database, clock } = context
  const linkTo = linksToNext(context.config)

  app.get('/v1/access-tokens', list, async (request, reply) => {
    const { limit = 100, after } = request.query
    const [id] = after === undefined ? [''] : readCursor(after, 'access-tokens', 'string')
    const found = await listAccessTokensWithin(database, await request.credentialEntities(), id, limit + 1)
    const { shown, next } = cutPage('access-tokens', found, limit, (last) => [last.id])
    if (next) reply.header('Link', linkTo('/v1/access-tokens', { limit, after: next }))
    return shown.map((token) => accessTokenRecord(token, clock.now()))
  })

  app.post('/v1/access-tokens', create, async (request, reply) =>
    reply.code(201).send(await createForCaller(context, request, request.body)),
  )

  app.post('/v1/access-tokens/:access_token_id/rotation', rotate, async (request, reply) => {
    const { access_token_id } = request.params
    const overlapMicros = hours(request.body.overlap_hours ?? defaultOverlapHours)
    return reply.code(201).send(await rotateForCaller(context, request, access_token_id, overlapMicros))
  })

  app.delete('/v1/access-tokens/:access_token_id', revoke, async (request, reply) => {
    await revokeForCaller(context, request, request.params.access_token_id)
    return reply.code(204).send()
  })
}
