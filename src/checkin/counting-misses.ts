import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import type { RouteContext } from '../http/feature.ts'

/** Awaits a lookup by check-in token, and counts a miss when the token does not exist.
 *  @throws Problem rate-limited instead of checkin-not-found when the credential has used up its budget of misses */
export async function countingMisses<T>(
  { countMiss }: RouteContext,
  { credentialId }: FastifyRequest,
  lookUp: Promise<T>,
): Promise<T> {
  try {
    return await lookUp
  } catch (error) {
    if (error instanceof Problem && error.code === 'checkin-not-found') await countMiss(credentialId)
    throw error
  }
}
