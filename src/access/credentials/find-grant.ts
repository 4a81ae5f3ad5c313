import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { type Clock, seconds } from '../../platform/time/instant.ts'
import type { CredentialGrant, CredentialKind } from './credential-kind.ts'

// A revocation takes effect everywhere within five seconds: this leaves time for slow statements.
const cachedForMicros = seconds(2)
// A grant takes about 500 bytes.
const maxCached = 25_000

/** Whether the credential is known, and neither revoked nor expired. */
export const isInForce = (grant: CredentialGrant | undefined, clock: Clock): grant is CredentialGrant =>
  grant !== undefined && !grant.revoked && (grant.expiresAt === null || grant.expiresAt > clock.now())

export interface GrantLookup {
  /** Returns the grant of a secret, at most two seconds old; undefined for an unknown secret. */
  find(secret: string, entityId: string): CredentialGrant | Promise<CredentialGrant | undefined>
  /** Returns the grant as the database has it now. */
  findAgain(secret: string, entityId: string): Promise<CredentialGrant | undefined>
}

/** Caches only grants with access to an entity. Wrong secrets and foreign entities cannot fill the cache. */
export function grantLookup(kind: Pick<CredentialKind, 'find'>, database: Database, clock: Clock): GrantLookup {
  const cache = new LRUCache<string, CredentialGrant>({
    // Unlike `max`, this allocates no memory before there are grants, which takes milliseconds of a start.
    maxSize: maxCached,
    sizeCalculation: () => 1,
    // The library keeps an entry of exactly this age.
    ttl: cachedForMicros - 1,
    ttlResolution: 0,
    perf: { now: () => clock.monotonic() },
  })
  // Secrets contain no spaces, so the key is unambiguous.
  const keyOf = (secret: string, entityId: string) => `${secret} ${entityId}`

  async function findAgain(secret: string, entityId: string) {
    // The lookup may miss a revocation that another process commits meanwhile.
    const start = clock.monotonic()
    const grant = await kind.find(database, clock, secret, entityId)
    if (grant?.hasEntityAccess) cache.set(keyOf(secret, entityId), grant, { start })
    else cache.delete(keyOf(secret, entityId))
    return grant
  }

  return {
    find: (secret, entityId) => cache.get(keyOf(secret, entityId)) ?? findAgain(secret, entityId),
    findAgain,
  }
}
