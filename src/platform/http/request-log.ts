import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Writes one log line and one measurement for each response. Both name the route template: URLs hold secrets.
 *  @param audit returns the members of the line that say whose data the response has */
export function requestLog(
  app: FastifyInstance,
  metrics: Metrics,
  audit: (request: FastifyRequest, reply: FastifyReply, route: FastifyRequest['routeOptions']) => object | undefined,
) {
  // Node accepts 35 methods from anybody, and each label adds 17 lines to the metrics.
  const methods = new Set(app.supportedMethods)
  const recorded = new WeakSet<FastifyRequest>()
  const record = (request: FastifyRequest, reply: FastifyReply) => {
    if (recorded.has(request)) return
    recorded.add(request)
    const { method, id, credentialId, log, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 100) / 100
    metrics.request(methods.has(method) ? method : 'other', route, status, ms / 1000)
    log.info({ reqId: id, method, route, status, ms, credential: credentialId, ...audit(request, reply, routeOptions) })
  }
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply)
    done()
  })

  // Not onRequestAbort: Node emits no event of a request without a body (`optimizeEmptyRequests`).
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, routeOptions, log } = request
    const { raw } = reply
    raw.once('close', () => {
      if (raw.writableFinished) return
      // The client closed the connection after an early response, such as 413, of which it has read the end.
      if (raw.writableEnded) return record(request, reply)
      log.info(
        { reqId: id, method, route: routeOptions.url ?? 'none', ...audit(request, reply, routeOptions) },
        'the client disconnected',
      )
    })
    done()
  })
}
