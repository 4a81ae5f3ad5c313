import { requireAvailable } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import type { ReadRouter } from '../database/read-router.ts'
import { isUnavailable } from '../errors.ts'
import { type Clock, type Instant, seconds } from '../instant.ts'
import { bearerToken, hashAccessToken, isAccessToken } from './access-token.ts'
import type { CredentialWatch } from './credential-watch.ts'

// A revoked credential is rejected within two seconds. docs/decisions/0009 promises five.
const cachedForMicros = seconds(2)
// A grant takes about 500 bytes. Each of the process's connections may follow another entity.
const maxCached = 25_000

/** The rights of a credential, in relation to one entity. */
export interface CredentialGrant {
  credentialId: string
  name: string
  scopes: ReadonlySet<string>
  expiresAt: Instant | null
  revoked: boolean
  hasAllEntities: boolean
  /** Whether the entity exists and the credential has access to it. */
  hasEntityAccess: boolean
}

/** Returns a function that looks up the grant of an Authorization header. It caches a grant of the entity for two
 *  seconds, and longer while no server responds or while `watch` confirms the credential, whose entities never change. It
 *  returns undefined for an unknown token. It throws Problem missing-credential and invalid-request. */
export function grantLookup(
  { available: database, withoutPrimaryMicros }: ReadRouter,
  watch: CredentialWatch,
  clock: Clock,
) {
  const cache = new Map<string, { grant: CredentialGrant; until: number }>()

  async function lookUp(token: string, entityId: string): Promise<CredentialGrant | undefined> {
    if (!isAccessToken(token)) return undefined
    const [row] = await selectCredential(database, { tokenHash: hashAccessToken(token), entityId })
    if (!row) return undefined
    return {
      credentialId: row.access_token_id,
      name: row.name,
      scopes: new Set(row.scopes.split(' ')),
      expiresAt: row.expires_at,
      revoked: row.revoked_at !== null,
      hasAllEntities: row.all_entities === 1,
      // A token for some entities never causes a lookup in `entities`. The response time therefore does not reveal
      // whether an entity exists.
      hasEntityAccess: row.all_entities === 1 ? await exists(database, entityId) : row.granted !== null,
    }
  }

  async function lookUpAndCache(key: string, token: string, entityId: string) {
    // Before the lookup, which may not see a revocation that is committed meanwhile.
    const begun = clock.monotonic()
    const grant = await lookUp(token, entityId)
    if (!grant?.hasEntityAccess) {
      cache.delete(key)
      return grant
    }
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, { grant, until: begun + cachedForMicros })
    return grant
  }

  return (authorization: string, entityId: string): CredentialGrant | Promise<CredentialGrant | undefined> => {
    const token = bearerToken(authorization)
    // Tokens contain no spaces, so the key is unambiguous.
    const key = `${token} ${entityId}`
    const cached = cache.get(key)
    if (cached && (cached.until > clock.monotonic() || watch.isConfirmed(cached.grant.credentialId)))
      return cached.grant
    return lookUpAndCache(key, token, entityId).catch((error) => {
      if (isUnavailable(error) && cached && cached.until + withoutPrimaryMicros > clock.monotonic()) return cached.grant
      throw error
    })
  }
}

/** `granted` is null when the credential does not list the entity. */
const selectCredential = prepared((database, { tokenHash, entityId }: { tokenHash: string; entityId: string }) =>
  database
    .selectFrom('access_tokens as token')
    .leftJoin('access_token_entities as granted', (join) =>
      join.onRef('granted.access_token_id', '=', 'token.access_token_id').on('granted.entity_id', '=', entityId),
    )
    .where('token.token_hash', '=', tokenHash)
    .select(['token.access_token_id', 'token.name', 'token.scopes', 'token.all_entities'])
    .select(['token.expires_at', 'token.revoked_at', 'granted.entity_id as granted']),
)

async function exists(database: Database, entityId: string): Promise<boolean> {
  // The request names no entity. Its shard could be on a lost node.
  if (entityId === '') return false
  requireAvailable(database, entityId)
  const [entity] = await selectEntity(database, { entityId })
  return entity !== undefined
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('entity_id').where('entity_id', '=', entityId),
)
