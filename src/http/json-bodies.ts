import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import { throwIfFaulty } from '../invalid-body.ts'
import { readJson } from '../read-json.ts'
import { jsonLimits } from './limits.ts'
import { decodeUtf8 } from './utf8.ts'

// Parsing a larger body takes up to 0.3 s and 40 MiB.
const smallBody = 16 * 1024

/** Parses bodies as JSON. An empty body is equivalent to no body: some clients send the media type without a body.
 *  Large bodies are parsed one at a time, and credentials take turns. */
export function jsonBodies(app: FastifyInstance) {
  const large = new FairQueue(1)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined
    if (body.length <= smallBody) return readBody(body)
    return large.of(request.credentialId)(() => readBody(body))
  })
}

/** @throws Problem invalid-request, invalid-body */
async function readBody(body: Buffer): Promise<unknown> {
  const { value, faults } = await readJson(decodeUtf8(body), jsonLimits).catch((error) => {
    if (error instanceof SyntaxError) throw notJson()
    throw error
  })
  throwIfFaulty(faults)
  return value
}

const notJson = () => new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-json' }] })
