import type { FastifyReply } from 'fastify'
import { type Chunk, type ListSource, readInTurns } from '../database/keyset-list.ts'
import { Problem } from '../errors.ts'
import { freeBytes } from '../free-bytes.ts'
import type { RouteContext } from '../http/feature.ts'
import type { Encoding } from '../http/negotiation.ts'
import { encode, withEncoding } from '../http/streaming.ts'
import type { Turn } from '../scheduling/fair-queue.ts'
import { type Format, formatChunks } from './formats.ts'

/** Returns a list of one chunk, for the handler to return, and passes its bytes to `keep`. Sends a longer list as a stream.
 *  @throws Problem overloaded when the maximum number of streams is open */
export async function sendList<List>(
  { streams, metrics }: Pick<RouteContext, 'streams' | 'metrics'>,
  reply: FastifyReply,
  { list, isLong, readChunk }: ListSource<List>,
  format: Format,
  encoding: Encoding,
  turn: Turn,
  keep?: (bytes: Uint8Array) => void,
) {
  // Reject before reading: the chunks of a rejected list only cost garbage collection.
  if (streams.isFull(reply.request.credentialId) && (await turn(() => isLong(list)))) {
    throw new Problem('overloaded')
  }
  const chunks = readInTurns(list, turn, (rest) => readChunk(rest, format.separator))
  const first = (await chunks.next()).value!
  metrics.rowsStreamed(first.matched)
  if (!first.next) {
    const body = await encode(format.whole(first), encoding)
    if (keep) keep(body)
    if (!keep || body.buffer !== first.records.buffer) reply.raw.once('finish', () => freeBytes(first.records))
    return withEncoding(reply, body, encoding)
  }
  return streams.send(reply, formatChunks(format, freeingChunks(first)), encoding)

  async function* freeingChunks(chunk: Chunk) {
    yield chunk
    freeBytes(chunk.records)
    for await (const next of chunks) {
      metrics.rowsStreamed(next.matched)
      yield next
      freeBytes(next.records)
    }
  }
}
