import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { largeBodyBytes, maxDiscarded } from './limits.ts'

/** After a response that precedes the end of a large body, reads and discards the rest of the body, up to a bound. If the service
 *  closed the connection at once, clients that write the whole body before they read would see a broken pipe, and not the
 *  response. */
export function discardUnreadBodies(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || !isLargeAndUnread(request.raw)) return done(null, payload)
    reply.headers({ Connection: 'close', 'Content-Length': Buffer.byteLength(payload) })
    done(null, Readable.from(followedByRest(payload, request.raw), { objectMode: false }))
  })
}

/** Node itself discards small bodies, and keeps the connection. */
function isLargeAndUnread({ complete, headers }: IncomingMessage) {
  const isLarge = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > largeBodyBytes
  // An injected request of a test has no connection: `complete` is undefined.
  return isLarge && complete === false
}

async function* followedByRest(payload: string | Buffer, raw: IncomingMessage) {
  yield payload
  await discard(raw)
}

/** Resolves when the rest of the body is read, the client has gone, or the bound is reached. */
function discard(raw: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const late = setTimeout(resolve, maxDiscarded.ms)
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDiscarded.bytes) resolve()
  })
  raw.once('end', resolve).once('close', resolve).once('error', resolve)
  raw.resume()
  return promise.finally(() => clearTimeout(late))
}
