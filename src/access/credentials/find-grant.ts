import type { ReadRouter } from '../../platform/database/read-router.ts'
import { isUnavailable } from '../../platform/errors/errors.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { type CredentialChanges, checkedForMicros, maxAgeMicros } from './credential-changes.ts'
import type { CredentialGrant, CredentialKind } from './credential-kind.ts'
import type { CredentialWatch } from './credential-watch.ts'

// A grant takes about 500 bytes. Each of the process's connections may follow another entity.
const maxCached = 25_000
interface Cached {
  grant: CredentialGrant
  /** When its lookup began, which may not see a revocation that was committed meanwhile. */
  begun: number
  /** Until when it is valid, by the monotonic clock. */
  until: number
}

/** Whether the credential is known, and neither revoked nor expired. */
export const isInForce = (grant: CredentialGrant | undefined, clock: Clock): grant is CredentialGrant =>
  grant !== undefined && !grant.revoked && (grant.expiresAt === null || grant.expiresAt > clock.now())

/** Returns a function that looks up the grant of a secret. It caches a grant of the entity for two seconds, and longer while no
 *  server responds, while no credential changes, or, where changes are unknown, while `watch` confirms the credential. It
 *  returns undefined for an unknown secret. */
export function grantLookup(
  kind: Pick<CredentialKind, 'find'>,
  { available: database, withoutPrimaryMicros }: ReadRouter,
  watch: CredentialWatch,
  changes: CredentialChanges | undefined,
  clock: Clock,
) {
  const cache = new Map<string, Cached>()

  async function lookUpAndCache(key: string, secret: string, entityId: string) {
    const begun = clock.monotonic()
    const grant = await kind.find(database, clock, secret, entityId)
    if (!grant?.hasEntityAccess) {
      cache.delete(key)
      return grant
    }
    // The first one of the map was read least recently.
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    cache.delete(key)
    cache.set(key, { grant, begun, until: begun + checkedForMicros })
    return grant
  }

  async function isUnchanged(cached: Cached): Promise<boolean> {
    if (!changes || cached.begun + maxAgeMicros <= clock.monotonic()) return false
    const { unchangedSince, at } = await changes.latest()
    if (cached.begun < unchangedSince) return false
    cached.until = at + checkedForMicros
    return true
  }

  // The use of a session moves its end, so a confirmed grant counts only until the end that was known when it was read.
  const isConfirmed = (grant: CredentialGrant) =>
    changes === undefined && watch.isConfirmed(grant.credentialId) && isInForce(grant, clock)

  const isFresh = ({ begun, until }: Cached) =>
    until > clock.monotonic() && (changes === undefined || begun > changes.changedAt)

  async function find(key: string, cached: Cached | undefined, secret: string, entityId: string) {
    try {
      if (cached && (await isUnchanged(cached))) return cached.grant
      return await lookUpAndCache(key, secret, entityId)
    } catch (error) {
      if (isUnavailable(error) && cached && cached.until + withoutPrimaryMicros > clock.monotonic()) return cached.grant
      throw error
    }
  }

  return (secret: string, entityId: string): CredentialGrant | Promise<CredentialGrant | undefined> => {
    // Secrets contain no spaces, so the key is unambiguous.
    const key = `${secret} ${entityId}`
    const cached = cache.get(key)
    if (cached && (isFresh(cached) || isConfirmed(cached.grant))) return cached.grant
    return find(key, cached, secret, entityId)
  }
}
