import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { type Clock, type Instant, seconds } from '../instant.ts'
import { bearerToken, hashAccessToken, isAccessToken } from './access-token.ts'

// A revoked credential is refused within so long; five seconds are promised (docs/decisions/0009).
const keptFor = seconds(2)
const mostKept = 10_000

/** What a credential may do, and whether with the entity that was asked for. */
export interface Grant {
  credentialId: string
  scopes: ReadonlySet<string>
  expiresAt: Instant | null
  revoked: boolean
  /** Whether there is such an entity and it is granted. */
  entity: boolean
}

/** Finds what the access token of an Authorization header grants, and keeps for a moment what grants the entity.
 *  The look-up throws Problem missing-credential, invalid-request; it gives undefined for a token that is none of ours. */
export function grantLookup(database: Database, clock: Clock) {
  const kept = new Map<string, { grant: Grant; until: Instant }>()

  async function lookUp(authorization: string, entityId: string): Promise<Grant | undefined> {
    const token = bearerToken(authorization)
    if (!isAccessToken(token)) return undefined
    // Both at once, whatever comes of the first: the time that it takes tells nothing of which there is. Two statements,
    // since credentials are on every node of a cluster, and an entity on one.
    const [[row], [entity]] = await Promise.all([
      selectCredential(database, { tokenHash: hashAccessToken(token), entityId }),
      selectEntity(database, { entityId }),
    ])
    if (!row) return undefined
    const grant: Grant = {
      credentialId: row.access_token_id,
      scopes: new Set(row.scopes.split(' ')),
      expiresAt: row.expires_at,
      revoked: row.revoked_at !== null,
      entity: entity !== undefined && (row.all_entities === 1 || row.granted !== null),
    }
    if (!grant.entity) return grant
    if (kept.size >= mostKept) kept.clear()
    kept.set(`${authorization} ${entityId}`, { grant, until: clock.now() + keptFor })
    return grant
  }

  return (authorization: string, entityId: string): Grant | Promise<Grant | undefined> => {
    const known = kept.get(`${authorization} ${entityId}`)
    return known && known.until > clock.now() ? known.grant : lookUp(authorization, entityId)
  }
}

type Asked = { tokenHash: string; entityId: string }

/** The credential, and whether it is for the entity. */
const selectCredential = prepared((database, { tokenHash, entityId }: Asked) =>
  database
    .selectFrom('access_tokens as token')
    .leftJoin('access_token_entities as granted', (join) =>
      join.onRef('granted.access_token_id', '=', 'token.access_token_id').on('granted.entity_id', '=', entityId),
    )
    .where('token.token_hash', '=', tokenHash)
    .select(['token.access_token_id', 'token.scopes', 'token.expires_at', 'token.revoked_at', 'token.all_entities'])
    .select('granted.entity_id as granted'),
)

const selectEntity = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('entity_id').where('entity_id', '=', entityId),
)
