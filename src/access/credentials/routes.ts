import { type Static, Type } from 'typebox'
import { UnsentChannels } from '../../channels/unsent-channels.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { type Scope, scopes } from './scope.ts'

/** The properties and rights of an access token, without the token itself. */
export const AccessTokenStatus = Type.Object(
  {
    name: Type.String({ description: 'The name that the operator gave the access token.' }),
    scopes: Type.Array(Type.Enum(scopes), { description: 'The scopes of the access token.' }),
    expires_at: Type.Optional(
      Type.String({ description: 'When the access token expires, in UTC. It is absent if the token does not expire.' }),
    ),
    test: Type.Optional(
      Type.Literal(true, {
        description: 'The token is a test token: it changes only test visits, and sends nothing.',
      }),
    ),
    with_person: Type.Optional(
      Type.Array(Type.Enum(scopes), {
        description:
          'The scopes whose changes also need the cookie of a session (`ROLLCALL_DESK_PERSON`). Absent if there are none.',
      }),
    ),
    all_entities: Type.Optional(
      Type.Literal(true, { description: 'The token is for all entities, also future ones.' }),
    ),
    unsent: Type.Optional(UnsentChannels),
  },
  {
    $id: 'AccessTokenStatus',
    description: 'The properties and rights of an access token.',
    examples: [
      { name: 'front desk', scopes: ['checkin:read', 'checkin:write'], expires_at: '2027-01-01T00:00:00.000000+00:00' },
    ],
  },
)
export type AccessTokenStatus = Static<typeof AccessTokenStatus>

/** @param unsent returns the channels whose messages do not leave the service now */
export const accessRoutes =
  (unsentNow: () => UnsentChannels | undefined): Feature =>
  (app) => {
    app.get(
      '/v1/access-token',
      {
        config: {
          scope: 'any',
          responses: { 200: json('The name, scopes and expiry of the access token.', AccessTokenStatus) },
        },
        schema: {
          operationId: 'getAccessToken',
          summary: 'Get the scopes of the access token',
          description: '`/v1/entities` lists the entities that the access token is for.',
          tags: ['access'],
        },
      },
      async (request): Promise<AccessTokenStatus> => {
        const { credentialName: name, credentialScopes, credentialExpiresAt: expiresAt, isTest } = request
        const unsent = unsentNow()
        const withPerson = request.scopesWithPerson()
        return {
          name,
          scopes: [...credentialScopes] as Scope[],
          ...(expiresAt !== null && { expires_at: formatInstant(expiresAt) }),
          ...(isTest && { test: true }),
          ...(withPerson.length > 0 && { with_person: withPerson }),
          ...((await request.credentialEntities()) === 'all' && { all_entities: true }),
          ...(unsent && { unsent }),
        }
      },
    )
  }
