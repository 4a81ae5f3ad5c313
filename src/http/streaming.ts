import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { Problem } from '../errors.ts'
import { maxStreams, maxStreamsEach, readPieceWithin } from './limits.ts'
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

/** The responses of this process that are sent piece by piece. */
export interface Streams {
  /** Whether too many are open, in all or to this credential. */
  isFull(credentialId: string): boolean
  /** Sends the pieces as fast as the client reads them. When a piece fails, or the client reads too slowly, the connection is
   *  cut, so that a part of the list is never taken for the whole.
   *  @throws Problem overloaded when too many are open */
  send(reply: FastifyReply, pieces: AsyncGenerator<Uint8Array>, encoding: Encoding): FastifyReply
}

/** At most `max` streams at once, and `maxEach` to one credential. */
export function boundedStreams(max = maxStreams, maxEach = maxStreamsEach, readWithin = readPieceWithin): Streams {
  const open = new Map<string, number>()
  let total = 0
  const isFull = (credentialId: string) => total >= max || (open.get(credentialId) ?? 0) >= maxEach

  return {
    isFull,
    send(reply, pieces, encoding) {
      const { credentialId, method } = reply.request
      if (isFull(credentialId)) throw new Problem('overloaded')
      total++
      open.set(credentialId, (open.get(credentialId) ?? 0) + 1)

      const watched = method === 'HEAD' ? [] : cutWhenStalled(reply, pieces, readWithin)
      const source = Readable.from(watched, { objectMode: false, highWaterMark: 1 })
      source.once('close', () => close(credentialId))
      if (encoding === 'identity') return reply.send(source)

      const compressor = compressors[encoding].stream()
      source.once('error', (error) => compressor.destroy(error))
      compressor.once('close', () => source.destroy())
      return reply.header('Content-Encoding', encoding).send(source.pipe(compressor))
    },
  }

  function close(credentialId: string) {
    total--
    const left = open.get(credentialId)! - 1
    if (left > 0) open.set(credentialId, left)
    else open.delete(credentialId)
  }
}

/** Cuts the connection of a client that leaves a piece unread for `readWithin` milliseconds. */
async function* cutWhenStalled({ raw }: FastifyReply, pieces: AsyncGenerator<Uint8Array>, readWithin: number) {
  let late: NodeJS.Timeout | undefined
  try {
    for await (const piece of pieces) {
      late = setTimeout(() => raw.destroy(), readWithin)
      yield piece
      clearTimeout(late)
    }
  } finally {
    clearTimeout(late)
  }
}
