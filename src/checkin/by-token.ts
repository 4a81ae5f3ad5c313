import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import type { RouteContext } from '../http/feature.ts'

/** Awaits a lookup by check-in token. Counts a miss when the token does not exist. Names the notification of a token that is
 *  no longer valid only to a credential that can read visits: its desk looks for the visit by this id.
 *  @throws Problem rate-limited instead of checkin-not-found when the credential has used up its budget of misses */
export async function byToken<T>(
  { countMiss }: RouteContext,
  { credentialId, credentialScopes }: FastifyRequest,
  lookUp: Promise<T>,
): Promise<T> {
  try {
    return await lookUp
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'checkin-not-found') await countMiss(credentialId)
    if (!credentialScopes.has('checkin:read')) delete error.members.notification_id
    throw error
  }
}
