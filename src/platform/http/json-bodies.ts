import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler, preParsingHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Problem } from '../errors/errors.ts'
import { invalidBody, type JsonFault } from '../errors/invalid-body.ts'
import { faultFinder } from '../errors/json-faults.ts'
import { KeyedLimiter } from '../scheduling/keyed-limiter.ts'
import { ConnectionLost } from './connection-lost.ts'
import { largeBodyBytes } from './limits.ts'
import { decodeUtf8 } from './utf8.ts'

/** Parses bodies as JSON. An empty body is equivalent to no body: some clients send the media type without a body. */
export function jsonBodies(app: FastifyInstance) {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.length === 0 ? undefined : parseBody(body),
  )
  const preParsing = oneLargeBodyAtATime()
  app.addHook('onRoute', (route) => {
    if (route.schema?.body) route.preParsing = preParsing
  })
}

/** Some clients send a media type without a body. Node has then ended the body (`optimizeEmptyRequests`), and Fastify would wait for its
 *  end for as long as the connection lives. */
export function emptyBodies(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type']
    done()
  })
}

/** @throws Problem invalid-request */
function parseBody(body: Buffer): unknown {
  const text = decodeUtf8(body)
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-json' }] })
  }
}

/** Returns a hook that reads one large body at a time for each credential, and the next one after the response. This bounds
 *  the memory: a body of 2 MiB can take 80 MiB once it is parsed. Not for each entity: a token whose body arrives slowly would hold back the
 *  submissions of its clinic. A body in chunks has no length, and counts as large. */
function oneLargeBodyAtATime(): preParsingHookHandler {
  const limiter = new KeyedLimiter(1, () => false)
  return (request, { raw }, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !(Number(length) > largeBodyBytes)) return done(null, payload)
    limiter.run(request.credentialId, async () => {
      done(raw.destroyed ? new ConnectionLost() : null, payload)
      await finished(raw).catch(() => {})
    })
  }
}

/** Compiles the check of a route's body. It fails with Problem invalid-body. A schema of Type.Optional accepts a request
 *  without a body, which then reads as an empty object. */
export const bodyCheck: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const faultsOf = faultFinder(schema)
  return (given: unknown) => {
    const body = given === null && Type.IsOptional(schema) ? {} : given
    const { faults, exceedsLimit } = faultsOf(body)
    if (faults.length === 0) return { value: body }
    const error = invalidBody(faults)
    if (exceedsLimit) unread.add(error)
    return { error }
  }
}

/** The faults of bodies that exceed a limit. Nothing else of these bodies was checked. */
const unread = new WeakSet<Error>()

/** Returns the faults of the body, for a route with `attachValidation`.
 *  @throws the fault of the path or the query; Problem invalid-body for a body that exceeds a limit */
export function faultsOfBody(request: FastifyRequest): JsonFault[] {
  const { validationError } = request
  if (validationError === undefined) return []
  if (validationError.validationContext !== 'body' || unread.has(validationError)) throw validationError
  // Fastify checks the query after the body, and stops at the first fault.
  const checked = request.getValidationFunction('querystring')!(request.query) as unknown as true | { error: Error }
  if (checked !== true) throw checked.error
  const { errors = [] } = (validationError as Error as Problem).members
  return errors.map(({ parameter, reason }) => ({ pointer: parameter, reason }))
}
