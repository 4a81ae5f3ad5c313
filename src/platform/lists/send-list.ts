import type { FastifyReply } from 'fastify'
import { type Chunk, type ListSource, readInTurns } from '../database/keyset-list.ts'
import { Problem } from '../errors/errors.ts'
import type { RouteContext } from '../http/feature.ts'
import type { Encoding } from '../http/negotiation.ts'
import { encode, withEncoding } from '../http/streaming.ts'
import { contactsIn, type NotedContacts } from '../privacy/noted-contacts.ts'
import type { Turn } from '../scheduling/fair-queue.ts'
import { type Format, formatChunks } from './formats.ts'

/** Returns a list of one chunk, for the handler to return, and passes its bytes to `keep`. Sends a longer list as a stream.
 *  @throws Problem overloaded when the maximum number of streams is open */
export async function sendList<Records, List>(
  { streams, metrics }: Pick<RouteContext, 'streams' | 'metrics'>,
  reply: FastifyReply,
  source: ListSource<Records, List>,
  format: Format<Records>,
  encoding: Encoding,
  turn: Turn,
  keep?: (bytes: Uint8Array, contacts: NotedContacts) => void,
) {
  const { list, isLong, readChunk, notificationsIn, free = () => {} } = source
  // Reject before reading: the chunks of a rejected list only cost garbage collection.
  if (streams.isFull(reply.request) && (await turn(() => isLong(list)))) {
    throw new Problem('overloaded')
  }
  const chunks = readInTurns(list, turn, readChunk)
  const first = (await chunks.next()).value!
  const contacts = note(first)
  if (!first.next) {
    const body = await encode(format.whole(first), encoding)
    if (keep) keep(body, contacts)
    // The body may share the memory of the records.
    if (!keep) reply.raw.once('finish', () => free(first.records))
    return withEncoding(reply, body, encoding)
  }
  return streams.send(reply, formatChunks(format, freeingChunks(first)), encoding)

  async function* freeingChunks(chunk: Chunk<Records>) {
    yield chunk
    free(chunk.records)
    for await (const next of chunks) {
      note(next)
      yield next
      free(next.records)
    }
  }
  function note({ records, matched }: Chunk<Records>) {
    metrics.recordsRead(matched)
    const contacts = contactsIn(matched, () => notificationsIn(records))
    reply.request.noteContacts(contacts)
    return contacts
  }
}
