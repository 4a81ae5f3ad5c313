import type { ReadRouter } from '../database/read-router.ts'
import { isUnavailable } from '../errors.ts'
import { type Clock, seconds } from '../instant.ts'
import type { CredentialGrant, CredentialKind } from './credential-kind.ts'
import type { CredentialWatch } from './credential-watch.ts'

// A revoked credential is rejected within two seconds. docs/decisions/0009 promises five.
const cachedForMicros = seconds(2)
// A grant takes about 500 bytes. Each of the process's connections may follow another entity.
const maxCached = 25_000

/** Whether the credential is known, and neither revoked nor expired. */
export const isInForce = (grant: CredentialGrant | undefined, clock: Clock): grant is CredentialGrant =>
  grant !== undefined && !grant.revoked && (grant.expiresAt === null || grant.expiresAt > clock.now())

/** Returns a function that looks up the grant of a secret. It caches a grant of the entity for two seconds, and longer
 *  while no server responds or while `watch` confirms the credential, whose entities never change. It returns undefined for
 *  an unknown secret. */
export function grantLookup(
  kind: Pick<CredentialKind, 'find'>,
  { available: database, withoutPrimaryMicros }: ReadRouter,
  watch: CredentialWatch,
  clock: Clock,
) {
  const cache = new Map<string, { grant: CredentialGrant; until: number }>()

  async function lookUpAndCache(key: string, secret: string, entityId: string) {
    // Before the lookup, which may not see a revocation that is committed meanwhile.
    const begun = clock.monotonic()
    const grant = await kind.find(database, clock, secret, entityId)
    if (!grant?.hasEntityAccess) {
      cache.delete(key)
      return grant
    }
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, { grant, until: begun + cachedForMicros })
    return grant
  }

  // The use of a session moves its end, so a confirmed grant counts only until the end that was known when it was read.
  const isConfirmed = (grant: CredentialGrant) => watch.isConfirmed(grant.credentialId) && isInForce(grant, clock)

  return (secret: string, entityId: string): CredentialGrant | Promise<CredentialGrant | undefined> => {
    // Secrets contain no spaces, so the key is unambiguous.
    const key = `${secret} ${entityId}`
    const cached = cache.get(key)
    if (cached && (cached.until > clock.monotonic() || isConfirmed(cached.grant))) return cached.grant
    return lookUpAndCache(key, secret, entityId).catch((error) => {
      if (isUnavailable(error) && cached && cached.until + withoutPrimaryMicros > clock.monotonic()) return cached.grant
      throw error
    })
  }
}
