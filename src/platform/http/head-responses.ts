import { Readable } from 'node:stream'
import type { FastifyInstance, onSendHookHandler } from 'fastify'

/** A handler that sends nothing to HEAD leaves the length of the response unknown, and the response has no Content-Length
 *  (RFC 9110, section 8.6). Fastify would send 0. Call this before the routes are registered. */
export function headResponses(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [withoutLength, ...[route.onSend ?? []].flat()]
  })
}

const withoutLength: onSendHookHandler = (_request, _reply, payload, done) => done(null, payload ?? Readable.from([]))
