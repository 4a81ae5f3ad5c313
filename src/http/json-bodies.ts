import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors.ts'

/** Reads bodies as JSON; one that is empty is none, since clients send the type of what they do not send. */
export function jsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body as string, (error, value) =>
      error
        ? done(new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-json' }] }))
        : done(null, value),
    )
  })
}
