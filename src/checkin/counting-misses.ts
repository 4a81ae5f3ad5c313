import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import type { RouteContext } from '../http/feature.ts'

/** Runs a look-up by check-in token, and counts it as a miss when there is no such token.
 *  @throws Problem rate-limited instead of checkin-not-found once the credential has used up its budget of misses */
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
