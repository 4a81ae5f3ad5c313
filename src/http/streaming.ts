import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { Problem } from '../errors.ts'
import { mostStreams } from './limits.ts'
import type { Encoding } from './negotiation.ts'

const compressors = {
  gzip: { whole: promisify(gzip), stream: createGzip },
  zstd: { whole: promisify(zstdCompress), stream: createZstdCompress },
}

/** Sends a body that is at hand, compressed when `encoding` says so. */
export async function sendWhole(reply: FastifyReply, body: Uint8Array, encoding: Encoding) {
  if (encoding === 'identity') return reply.send(body)
  return reply.header('Content-Encoding', encoding).send(await compressors[encoding].whole(body))
}

/** Sends the pieces as fast as the client reads them. Should one fail, the connection is cut, so that what was sent
 *  cannot be taken for the whole.
 *  @throws Problem overloaded when too many streams are open */
export type SendPieces = (reply: FastifyReply, pieces: AsyncGenerator<Uint8Array>, encoding: Encoding) => FastifyReply

/** One process's streams, at most `most` at once. */
export function boundedStreams(most = mostStreams): SendPieces {
  let open = 0
  return (reply, pieces, encoding) => {
    if (open >= most) throw new Problem('overloaded')
    open++
    const source = Readable.from(reply.request.method === 'HEAD' ? [] : pieces, { objectMode: false, highWaterMark: 1 })
    source.once('close', () => open--)
    if (encoding === 'identity') return reply.send(source)

    const compressor = compressors[encoding].stream()
    source.once('error', (error) => compressor.destroy(error))
    compressor.once('close', () => source.destroy())
    return reply.header('Content-Encoding', encoding).send(source.pipe(compressor))
  }
}
