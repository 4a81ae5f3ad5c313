import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors/errors.ts'
import { ConcurrencyLimiter } from '../scheduling/concurrency-limiter.ts'
import { ConnectionLost } from './connection-lost.ts'
import { maxDiscarded, slowUpload, uploadConcurrency } from './limits.ts'

/** The uploads of this process. */
const limiter = new ConcurrencyLimiter(uploadConcurrency)
const sockets = new WeakSet<Socket>()

/** Whether the connection sends a file, which may take longer than other requests. It ends if it sends nothing for two minutes. */
export const sendsFile = (socket: Socket) => sockets.has(socket)

/** Reads the body of a request as it arrives. If `read` leaves a part of it, discards that part, up to a bound: many clients read no
 *  response before they have sent the whole request.
 *  @throws Problem overloaded if the process reads too many files, in total, of the entity or of the credential; ConnectionLost; the
 *  errors of `read` */
export async function readUpload<Result>(
  request: FastifyRequest,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const { raw, headers } = request
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Problem('unsupported-media-type')
  const release = limiter.take(request)
  sockets.add(raw.socket)
  try {
    return await read(paced(raw, slowUpload)).catch((error) => {
      throw raw.readableAborted && !(error instanceof Problem) ? new ConnectionLost() : error
    })
  } finally {
    await discard(raw)
    sockets.delete(raw.socket)
    release()
  }
}

/** Yields the chunks of a request. Ends its connection if it brings fewer than `bytes` in `waitedMs` of waiting: a client that
 *  trickles would hold a slot for as long as it likes. The time that the service takes does not count. */
export async function* paced(raw: IncomingMessage, { waitedMs, bytes }: typeof slowUpload) {
  const chunks = raw.iterator({ destroyOnReturn: false })
  let [waited, received] = [0, 0]
  for (;;) {
    const began = performance.now()
    const { done, value } = (await chunks.next()) as IteratorResult<Buffer, undefined>
    if (done) return
    waited += performance.now() - began
    received += value.length
    if (waited > waitedMs) {
      if (received < bytes) {
        raw.destroy()
        throw new ConnectionLost()
      }
      ;[waited, received] = [0, 0]
    }
    yield value
  }
}

async function discard(raw: IncomingMessage) {
  if (raw.destroyed) return
  try {
    let left = maxDiscarded.bytes
    for await (const { length } of paced(raw, slowUpload)) {
      left -= length
      if (left < 0) return
    }
  } catch (error) {
    // The client has closed the connection, or was cut: nothing is left to read.
    if (!raw.destroyed) throw error
  }
}
