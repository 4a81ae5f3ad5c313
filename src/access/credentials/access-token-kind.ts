import type { FastifyRequest } from 'fastify'
import { prepared } from '../../platform/database/prepared.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { accessTokensInForce } from './access-token.ts'
import type { CredentialKind } from './credential-kind.ts'
import { entityExists } from './entity-exists.ts'
import { bearerToken, hashAccessToken, isAccessToken } from './token-format.ts'

/** Access tokens in the header `Authorization: Bearer`.
 *  @param noteUse called for each admitted request */
export const accessTokenKind = (noteUse: (credentialId: string) => void): CredentialKind => ({
  isPerson: false,

  secretOf(request) {
    const authorization = onlyAuthorization(request)
    return authorization === undefined ? undefined : bearerToken(authorization)
  },

  async find(database, _clock, token, entityId) {
    if (!isAccessToken(token)) return undefined
    const [row] = await selectCredential(database, { tokenHash: hashAccessToken(token), entityId })
    if (!row) return undefined
    return {
      credentialId: row.access_token_id,
      name: row.name,
      scopes: new Set(row.scopes.split(' ')),
      expiresAt: row.expires_at,
      revoked: row.revoked_at !== null,
      isTest: row.test === 1,
      // A token for some entities never causes a lookup in `entities`. The response time therefore does not reveal
      // whether an entity exists.
      hasEntityAccess: row.all_entities === 1 ? await entityExists(database, entityId) : row.granted !== null,
      noteUse: () => noteUse(row.access_token_id),
    }
  },

  inForce: accessTokensInForce,

  async entitiesOf(database, access_token_id) {
    const { all_entities } = await database
      .selectFrom('access_tokens')
      .select('all_entities')
      .where('access_token_id', '=', access_token_id)
      .executeTakeFirstOrThrow()
    if (all_entities === 1) return 'all'
    const granted = await database
      .selectFrom('access_token_entities')
      .select('entity_id')
      .where('access_token_id', '=', access_token_id)
      .execute()
    return granted.map(({ entity_id }) => entity_id)
  },

  /** Only a person with the whole token learns the reason. */
  refusal(token, grant) {
    if (grant) return new Problem('invalid-token', { reason: grant.revoked ? 'revoked' : 'expired' })
    return new Problem('invalid-token', { reason: isAccessToken(token) ? 'unknown' : 'mistyped' })
  },
})

/** `granted` is null when the credential does not list the entity. */
const selectCredential = prepared((database, { tokenHash, entityId }: { tokenHash: string; entityId: string }) =>
  database
    .selectFrom('access_tokens as token')
    .leftJoin('access_token_entities as granted', (join) =>
      join.onRef('granted.access_token_id', '=', 'token.access_token_id').on('granted.entity_id', '=', entityId),
    )
    .where('token.token_hash', '=', tokenHash)
    .select(['token.access_token_id', 'token.name', 'token.scopes', 'token.all_entities'])
    .select(['token.expires_at', 'token.revoked_at', 'token.test', 'granted.entity_id as granted']),
)

/** Node keeps only the first of two Authorization headers. The raw headers contain both.
 *  @throws Problem invalid-request when there are two */
function onlyAuthorization({ headers, raw }: FastifyRequest): string | undefined {
  let count = 0
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    if (raw.rawHeaders[i]!.length === 13 && raw.rawHeaders[i]!.toLowerCase() === 'authorization') count++
  }
  if (count > 1) throw new Problem('invalid-request')
  return headers.authorization
}
