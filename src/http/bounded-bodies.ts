import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { serverLimits } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that this request takes of the memory for large bodies. */
    heldBytes: number
  }
}

const maxSmall = serverLimits.bodyLimit

/** Returns a function that receives a body. All bodies above 1 MiB together take at most twice the largest `bodyLimit` of
 *  a route, and those of one credential half of it. A body counts from its first byte, with the length that it announces,
 *  until its response is ready. */
export function boundedBodies(app: FastifyInstance) {
  const heldBy = new Map<string, number>()
  let held = 0
  let maxEach = 0

  app.decorateRequest('heldBytes', 0)
  app.addHook('onRoute', (route) => {
    const { bodyLimit = 0 } = route
    if (bodyLimit <= maxSmall) return
    maxEach = Math.max(maxEach, bodyLimit)
    route.onSend = [
      route.onSend ?? [],
      async (request: FastifyRequest, reply: FastifyReply) => {
        release(request)
        // A client that still sends would lose the response when the connection closes. It keeps its timeout.
        if (reply.statusCode === 503) reply.removeHeader('connection')
      },
    ].flat()
  })

  /** Discards the rest of a body without memory.
   *  @throws Problem overloaded */
  function hold(request: FastifyRequest, payload: Readable, bytes: number) {
    const { credentialId } = request
    const each = (heldBy.get(credentialId) ?? 0) + bytes
    if (held + bytes > 2 * maxEach || each > maxEach) {
      payload.resume()
      throw new Problem('overloaded')
    }
    held += bytes
    heldBy.set(credentialId, each)
    request.heldBytes += bytes
  }

  function release(request: FastifyRequest) {
    const left = (heldBy.get(request.credentialId) ?? 0) - request.heldBytes
    if (left > 0) heldBy.set(request.credentialId, left)
    else heldBy.delete(request.credentialId)
    held -= request.heldBytes
    request.heldBytes = 0
  }

  /** @throws Problem body-too-large, overloaded; invalid-request when the client disconnects */
  return async (request: FastifyRequest, payload: Readable): Promise<Buffer> => {
    const { bodyLimit } = request.routeOptions
    const announced = lengthOf(request)
    if (announced !== undefined && announced > bodyLimit) throw new Problem('body-too-large')
    const capacity = announced ?? maxSmall
    if (capacity > maxSmall) hold(request, payload, capacity)
    // The pages of this memory exist once bytes arrive. Joining the chunks at the end would block the event loop for
    // 0.1 s, and take twice the memory.
    let body = Buffer.allocUnsafeSlow(capacity)
    let length = 0
    for await (const chunk of chunksOf(payload)) {
      const end = length + chunk.length
      if (end > bodyLimit) throw new Problem('body-too-large')
      if (end > maxSmall && end > request.heldBytes) hold(request, payload, end - request.heldBytes)
      if (end > body.length) body = enlarged(body, bodyLimit)
      chunk.copy(body, length)
      length = end
    }
    if (announced !== undefined && announced !== length) throw new Problem('invalid-request')
    return body.subarray(0, length)
  }
}

const lengthOf = ({ headers: { 'content-length': length } }: FastifyRequest) =>
  length === undefined ? undefined : Number(length)

/** Leaves the connection open when the reader stops: it still gets a response.
 *  @throws Problem invalid-request */
async function* chunksOf(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* payload.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new Problem('invalid-request', {}, {}, error)
  }
}

function enlarged(body: Buffer, length: number) {
  const larger = Buffer.allocUnsafeSlow(length)
  body.copy(larger)
  return larger
}
