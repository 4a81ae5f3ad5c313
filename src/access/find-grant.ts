import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { type Clock, type Instant, seconds } from '../instant.ts'
import { bearerToken, hashAccessToken, isAccessToken } from './access-token.ts'

// A revoked credential is refused after two seconds at the latest; five are promised (docs/decisions/0009).
const cachedForMicros = seconds(2)
const maxCached = 10_000

/** What a credential may do, and whether with the entity that was asked for. */
export interface Grant {
  credentialId: string
  scopes: ReadonlySet<string>
  expiresAt: Instant | null
  revoked: boolean
  /** Whether there is such an entity and it is granted. */
  entity: boolean
}

/** Looks up the grant of the access token in an Authorization header. Caches a grant of the entity for two seconds.
 *  The returned function throws Problem missing-credential and invalid-request. It gives undefined for an unknown token. */
export function grantLookup(database: Database, clock: Clock) {
  const cache = new Map<string, { grant: Grant; until: number }>()

  async function lookUp(token: string, entityId: string): Promise<Grant | undefined> {
    if (!isAccessToken(token)) return undefined
    const [row] = await selectCredential(database, { tokenHash: hashAccessToken(token), entityId })
    if (!row) return undefined
    return {
      credentialId: row.access_token_id,
      scopes: new Set(row.scopes.split(' ')),
      expiresAt: row.expires_at,
      revoked: row.revoked_at !== null,
      // A token for some entities never leads to a look-up in `entities`. The time that it takes therefore does not
      // reveal whether an entity exists.
      entity: row.all_entities === 1 ? await exists(database, entityId) : row.granted !== null,
    }
  }

  async function lookUpAndCache(key: string, token: string, entityId: string) {
    const grant = await lookUp(token, entityId)
    if (!grant?.entity) return grant
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, { grant, until: clock.monotonic() + cachedForMicros })
    return grant
  }

  return (authorization: string, entityId: string): Grant | Promise<Grant | undefined> => {
    const token = bearerToken(authorization)
    // Tokens contain no spaces, so the key is unambiguous.
    const key = `${token} ${entityId}`
    const cached = cache.get(key)
    return cached && cached.until > clock.monotonic() ? cached.grant : lookUpAndCache(key, token, entityId)
  }
}

/** The credential, and whether it is for the entity. */
const selectCredential = prepared((database, { tokenHash, entityId }: { tokenHash: string; entityId: string }) =>
  database
    .selectFrom('access_tokens as token')
    .leftJoin('access_token_entities as granted', (join) =>
      join.onRef('granted.access_token_id', '=', 'token.access_token_id').on('granted.entity_id', '=', entityId),
    )
    .where('token.token_hash', '=', tokenHash)
    .select(['token.access_token_id', 'token.scopes', 'token.expires_at', 'token.revoked_at', 'token.all_entities'])
    .select('granted.entity_id as granted'),
)

async function exists(database: Database, entityId: string): Promise<boolean> {
  const [entity] = await selectEntity(database, { entityId })
  return entity !== undefined
}

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('entity_id').where('entity_id', '=', entityId),
)
