import type { FastifyReply } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import type { Encoding } from '../../platform/http/negotiation.ts'
import { withEncoding } from '../../platform/http/streaming.ts'
import { sendList } from '../../platform/lists/send-list.ts'
import type { NotedContacts } from '../../platform/privacy/noted-contacts.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { formats } from './formats.ts'
import { keyOf, ListCache, type WholeList } from './list-cache.ts'
import { type ActionList, actionSource } from './read-chunk.ts'

export interface Representation {
  mediaType: keyof typeof formats
  encoding: Encoding
}

interface FoundList {
  database: Database
  list: ActionList
  /** The list as the cache knows it; undefined for a list with filters or pages. */
  whole: WholeList | undefined
}

/** Returns the function that sends a list, from the cache if the cache holds it.
 *  @throws Problem overloaded when the maximum number of streams is open */
export function actionSender(context: RouteContext) {
  const { listCacheBytes } = context.config
  const cache = listCacheBytes > 0 ? new ListCache(listCacheBytes, context.metrics) : undefined
  return async (
    reply: FastifyReply,
    { database, list, whole }: FoundList,
    { mediaType, encoding }: Representation,
    turn: Turn,
  ) => {
    const format = formats[mediaType]
    const source = actionSource(database, list, format.separator)
    if (!cache || !whole) return sendList(context, reply, source, format, encoding, turn)
    const key = keyOf(whole, mediaType, encoding)
    const cached = await cache.find(database, key, whole)
    if (cached) {
      reply.request.noteContacts(cached.contacts)
      return withEncoding(reply, cached.body, encoding)
    }
    const keep = cache.recordRequest(key)
      ? (body: Uint8Array, contacts: NotedContacts) => cache.keep(key, whole, { body, contacts })
      : undefined
    return sendList(context, reply, source, format, encoding, turn, keep)
  }
}
