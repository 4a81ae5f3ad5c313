import type { OutgoingHttpHeaders } from 'node:http'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { ConcurrencyLimiter, type ConcurrencyLimits, type Holder } from '../scheduling/concurrency-limiter.ts'
import { ConnectionLost } from './connection-lost.ts'
import { chunkTimeoutMs } from './limits.ts'
import type { Encoding } from './negotiation.ts'

// A compressor of the default level holds 3.2 MB. One of these holds 0.6 MB, compresses 1.4 times as fast, and as well as gzip.
const smallWindow = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 } }

const compressors = {
  gzip: { whole: promisify(gzip), stream: createGzip },
  zstd: { whole: promisify(zstdCompress), stream: () => createZstdCompress(smallWindow) },
}

/** Compresses a complete body. */
export const encode = async (body: Uint8Array, encoding: Encoding): Promise<Uint8Array> =>
  encoding === 'identity' ? body : compressors[encoding].whole(body)

/** Names the encoding of a complete body. A handler returns the body, not `reply.send(body)`: Fastify would then await the
 *  end of the response, with ten listeners. */
export function withEncoding(reply: FastifyReply, body: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return body
}

/** The streamed responses of this process. */
export interface Streams {
  /** Whether the maximum number of streams is open, in total, for this entity or for this credential. */
  isFull(holder: Holder): boolean
  /** Sends the chunks as fast as the client reads them. Destroys the connection when a chunk fails or the client reads
   *  too slowly: a truncated list never looks complete.
   *  @throws Problem overloaded when `isFull` */
  send(reply: FastifyReply, chunks: AsyncGenerator<Uint8Array>, encoding: Encoding): FastifyReply
}

/** Bounds the concurrent streams. */
export function boundedStreams(limits: ConcurrencyLimits, timeoutMs = chunkTimeoutMs): Streams {
  const limiter = new ConcurrencyLimiter(limits)

  return {
    isFull: (holder) => limiter.isFull(holder),
    send(reply, chunks, encoding) {
      const release = limiter.take(reply.request)
      reply.hijack()
      const { raw } = reply
      // The client may have disconnected while the first chunk was read.
      if (raw.destroyed) {
        release()
        return reply
      }

      const compressor = encoding === 'identity' ? undefined : compressors[encoding].stream()
      if (compressor) reply.header('Content-Encoding', encoding)
      raw.once('close', () => compressor?.destroy())
      raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
      compressor?.pipe(raw)
      pump(chunks, compressor ?? raw, timeoutMs)
        .catch((error) => {
          if (!(error instanceof ConnectionLost))
            reply.log.error({ reqId: reply.request.id, err: error }, 'a stream failed')
          raw.destroy()
        })
        .finally(release)
      return reply
    },
  }
}

/** Writes the chunks. Requests a chunk only after the previous one is written: the generator may then reuse its memory.
 *  @throws ConnectionLost, also when a chunk is not written within `timeoutMs`; the error of the generator */
async function pump(chunks: AsyncGenerator<Uint8Array>, to: Writable, timeoutMs: number) {
  for await (const chunk of chunks) {
    await writeChunk(to, chunk, timeoutMs)
  }
  to.end()
}

function writeChunk(to: Writable, chunk: Uint8Array, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ConnectionLost())
    const late = setTimeout(fail, timeoutMs)
    to.once('close', fail)
    to.write(chunk, (error) => {
      clearTimeout(late)
      to.off('close', fail)
      if (error) fail()
      else resolve()
    })
  })
}
