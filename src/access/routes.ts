import { type Static, Type } from 'typebox'
import type { Feature } from '../http/feature.ts'
import { credentialProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { formatInstant } from '../instant.ts'
import { findCredential, scopes } from './credential.ts'

/** What an access token is and may do; never the token. */
export const AccessTokenStatus = Type.Object({
  name: Type.String({ description: 'What it was made for.' }),
  scopes: Type.Array(Type.Enum(scopes)),
  expires_at: Type.Optional(Type.String({ description: 'In UTC; absent when it does not expire.' })),
})
export type AccessTokenStatus = Static<typeof AccessTokenStatus>

export const accessRoutes: Feature = (app, { database }) => {
  app.get(
    '/v1/access-token',
    {
      config: {
        scope: 'any',
        answers: describeAnswers(
          { 200: json('What it may do.', AccessTokenStatus) },
          ...credentialProblems,
          'invalid-parameter',
        ),
      },
      schema: {
        summary: 'What the access token may do',
        description: '`/v1/entities` tells for which entities.',
        tags: ['access'],
        querystring: NoQuery,
      },
    },
    async ({ credentialId }): Promise<AccessTokenStatus> => {
      const { expires_at, ...credential } = await findCredential(database, credentialId)
      return { ...credential, ...(expires_at !== null && { expires_at: formatInstant(expires_at) }) }
    },
  )
}
