import type { FastifyRequest } from 'fastify'

/** Who asks for nothing but arrivals needs no more than the front desk has. */
export const arrivalsAlone = {
  scope: 'checkin:read' as const,
  isEnough({ query }: FastifyRequest) {
    const { action = [] } = query as { action?: string | string[] }
    const asked = [action].flat()
    return asked.length > 0 && asked.every((name) => name === 'arrive')
  },
}
