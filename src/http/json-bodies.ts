import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { type JsonFault, throwIfFaulty } from '../invalid-body.ts'
import { readJson } from '../read-json.ts'
import { FairQueue } from '../scheduling/fair-queue.ts'
import { boundedBodies } from './bounded-bodies.ts'
import { jsonLimits } from './limits.ts'
import { checkUtf8 } from './utf8.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum number of JSON values in a body, for a route with a `bodyLimit` of its own. */
    maxBodyValues?: number
    /** Whether the route itself reports the faults of the JSON text, from `request.bodyFaults`. */
    reportsBodyFaults?: true
  }
  interface FastifyRequest {
    /** Repeated keys, and strings that the databases cannot store. Undefined without a body. */
    bodyFaults?: JsonFault[]
  }
}

// For each MiB of a larger body, parsing takes up to 0.3 s and 40 MiB of memory.
const smallBody = 16 * 1024

/** Parses bodies as JSON. An empty body is equivalent to no body: some clients send the media type without a body.
 *  Large bodies are parsed one at a time, and credentials take turns. */
export function jsonBodies(app: FastifyInstance) {
  const large = new FairQueue(1)
  const receive = boundedBodies(app)
  app.decorateRequest('bodyFaults')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const body = await receive(request, payload)
    if (body.length === 0) return undefined
    if (body.length <= smallBody) return readBody(request, body)
    return large.of(request.credentialId)(() => readBody(request, body))
  })
}

/** @throws Problem invalid-request, invalid-body */
async function readBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const { maxBodyValues = jsonLimits.values, reportsBodyFaults } = request.routeOptions.config
  const limits = { ...jsonLimits, values: maxBodyValues }
  const { value, faults, isOver } = await readJson(await checkUtf8(body), limits).catch((error) => {
    if (error instanceof SyntaxError) throw notJson()
    throw error
  })
  if (isOver || !reportsBodyFaults) throwIfFaulty(faults)
  request.bodyFaults = faults
  return value
}

const notJson = () => new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-json' }] })
