import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** One line and one measurement for each answer. Only the route's template is told: the URL holds secrets. */
export function requestLog(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const milliseconds = reply.elapsedTime
    metrics.request(method, route, status, milliseconds / 1000)
    request.log.info({
      method,
      route,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      credential: request.credentialId,
    })
    done()
  })

  app.addHook('onRequestAbort', (request, done) => {
    request.log.info({ method: request.method, route: request.routeOptions.url ?? 'none' }, 'the client went away')
    done()
  })
}
