import type { OutgoingHttpHeaders } from 'node:http'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { Problem } from '../errors.ts'
import { maxStreams, maxStreamsPerCredential, readPieceWithinMs } from './limits.ts'
import type { Encoding } from './negotiation.ts'

const compressors = {
  gzip: { whole: promisify(gzip), stream: createGzip },
  zstd: { whole: promisify(zstdCompress), stream: createZstdCompress },
}

/** Sends a complete body in this encoding. */
export async function sendWhole(reply: FastifyReply, body: Uint8Array, encoding: Encoding) {
  if (encoding === 'identity') return reply.send(body)
  return reply.header('Content-Encoding', encoding).send(await compressors[encoding].whole(body))
}

/** The streamed responses of this process. */
export interface Streams {
  /** Whether the maximum number of streams is open, in total or for this credential. */
  isFull(credentialId: string): boolean
  /** Sends the pieces as fast as the client reads them. Destroys the connection when a piece fails or the client reads
   *  too slowly: a truncated list never looks complete.
   *  @throws Problem overloaded when `isFull` */
  send(reply: FastifyReply, pieces: AsyncGenerator<Uint8Array>, encoding: Encoding): FastifyReply
}

/** Allows `max` concurrent streams, and `maxEach` for one credential. */
export function boundedStreams(
  max = maxStreams,
  maxEach = maxStreamsPerCredential,
  readWithinMs = readPieceWithinMs,
): Streams {
  const open = new Map<string, number>()
  let total = 0
  const isFull = (credentialId: string) => total >= max || (open.get(credentialId) ?? 0) >= maxEach

  return {
    isFull,
    send(reply, pieces, encoding) {
      const { credentialId } = reply.request
      if (isFull(credentialId)) throw new Problem('overloaded')
      reply.hijack()
      const { raw } = reply
      // The client may have disconnected while the first piece was read.
      if (raw.destroyed) return reply
      total++
      open.set(credentialId, (open.get(credentialId) ?? 0) + 1)

      const compressor = encoding === 'identity' ? undefined : compressors[encoding].stream()
      if (compressor) reply.header('Content-Encoding', encoding)
      raw.once('close', () => compressor?.destroy())
      raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
      compressor?.pipe(raw)
      pump(pieces, compressor ?? raw, readWithinMs)
        .catch((error) => {
          if (!(error instanceof ConnectionLost))
            reply.log.error({ reqId: reply.request.id, err: error }, 'a stream failed')
          raw.destroy()
        })
        .finally(() => close(credentialId))
      return reply
    },
  }

  function close(credentialId: string) {
    total--
    const left = open.get(credentialId)! - 1
    if (left > 0) open.set(credentialId, left)
    else open.delete(credentialId)
  }
}

/** Writes the pieces. Requests a piece only after the previous one is written: the generator may then reuse its memory.
 *  @throws ConnectionLost, also when a piece is not written within `readWithinMs`; the error of the generator */
async function pump(pieces: AsyncGenerator<Uint8Array>, to: Writable, readWithinMs: number) {
  for await (const piece of pieces) {
    await writePiece(to, piece, readWithinMs)
  }
  to.end()
}

class ConnectionLost extends Error {}

function writePiece(to: Writable, piece: Uint8Array, readWithinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ConnectionLost())
    const late = setTimeout(fail, readWithinMs)
    to.once('close', fail)
    to.write(piece, (error) => {
      clearTimeout(late)
      to.off('close', fail)
      if (error) fail()
      else resolve()
    })
  })
}
