import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'

const aMinute = 60_000
const failedLookups = 30

/** What each credential may use up in a minute. */
export interface Budgets {
  /** @throws Problem rate-limited */
  takeRequest(request: FastifyRequest): Promise<void>
  /** Runs a check-in look-up, and counts it when `isMiss` says that its failure could be a guess: past the budget none
   *  is looked up, so that a token cannot be guessed.
   *  @throws Problem rate-limited */
  lookUp<T>(request: FastifyRequest, find: () => Promise<T>, isMiss: (error: unknown) => boolean): Promise<T>
}

/** @param perMinute requests for each credential; 0 lifts both budgets */
export async function createBudgets(app: FastifyInstance, perMinute: number): Promise<Budgets> {
  if (perMinute === 0) return { takeRequest: async () => {}, lookUp: (_request, find) => find() }

  await app.register(rateLimit, { global: false, timeWindow: aMinute })
  const keyGenerator = (request: FastifyRequest) => request.credentialId
  const requests = app.createRateLimit({ max: perMinute, keyGenerator })
  const misses = app.createRateLimit({ max: failedLookups, keyGenerator })
  return {
    async takeRequest(request) {
      refuse(await requests(request))
    },
    async lookUp(request, find, isMiss) {
      const soFar = await misses(request, { increment: false })
      if (!soFar.isAllowed && soFar.remaining === 0) throw exhausted(soFar.ttlInSeconds)
      try {
        return await find()
      } catch (error) {
        if (isMiss(error)) refuse(await misses(request))
        throw error
      }
    },
  }
}

type Usage = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

function refuse(usage: Usage) {
  if (!usage.isAllowed && usage.isExceeded) throw exhausted(usage.ttlInSeconds)
}

const exhausted = (seconds: number) => new Problem('rate-limited', {}, { 'Retry-After': String(Math.max(1, seconds)) })
