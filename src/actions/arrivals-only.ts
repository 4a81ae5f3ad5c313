import type { FastifyRequest } from 'fastify'

const ofDesk = ['arrive', 'annul']

/** The scope of the front desk is sufficient for a request that filters for arrivals, and their reversals, only. */
export const arrivalsOnly = {
  scope: 'checkin:read' as const,
  requests: 'arrivals alone',
  isEnough({ query }: FastifyRequest) {
    const { action = [] } = query as { action?: string | string[] }
    const requested = [action].flat()
    return requested.length > 0 && requested.every((name) => ofDesk.includes(name))
  },
}
