import { type Static, Type } from 'typebox'
import { ByDate, storedRange } from '../entities/day-range.ts'
import { Problem } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { isUnchanged, negotiation } from '../http/negotiation.ts'
import { linksToNext } from '../http/pages.ts'
import { requiredSequence } from '../http/read-consistency.ts'
import { accessProblems, describeAnswers } from '../http/reference.ts'
import { sendWhole } from '../http/streaming.ts'
import { ActionRecord } from './action.ts'
import { arrivalsAlone } from './arrivals-alone.ts'
import { formats, inPieces, mediaTypes } from './formats.ts'
import { type ActionList, type Chunk, readChunk } from './list-by-date.ts'
import { firstPage, ListQuery, listedEntity, listOfRange, snapshotNamed, tagOf } from './page.ts'
import { positionAfter } from './stretch.ts'

const path = '/v1/metrics/notifications/actions/:entity_id/bydate/:start_date/:end_date'

const answers = describeAnswers(
  {
    200: {
      description: 'The actions, streamed. A connection that is cut means that the list is not whole.',
      content: {
        'application/json': { schema: Type.Array(ActionRecord) },
        'application/x-ndjson': { schema: Type.String() },
        'text/csv': { schema: Type.String() },
      },
    },
    304: { description: 'Nothing has changed since the answer whose ETag was sent in If-None-Match.' },
  },
  ...accessProblems,
  'invalid-date',
  'reversed-range',
  'invalid-parameter',
  'not-acceptable',
  'overloaded',
)

const negotiate = negotiation(mediaTypes)

export const actionRoutes: Feature = (app, { readRouter, reads, metrics, streams, config }) => {
  const linkTo = linksToNext(config)

  app.get(
    path,
    {
      config: { scope: 'actions:read', lesserScope: arrivalsAlone, answers },
      schema: {
        summary: 'List actions by entity and date',
        description:
          "Every action from the start of start_date to the end of end_date, both in the entity's time zone, by date. Conditional by ETag; gzip and zstd on request.",
        tags: ['actions'],
        params: ByDate,
        querystring: ListQuery,
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const { mediaType, encoding } = negotiate(request)
      const turn = reads.of(request.credentialId)
      const known = Math.max(requiredSequence(request), snapshotNamed(query.after, request.headers['if-none-match']))
      const { database, entity } = await readRouter.read(request.entityId, known, async (database) => ({
        database,
        entity: await listedEntity(database, request.entityId),
      }))
      const range = storedRange(params.start_date, params.end_date, entity.timeZone)
      const list = listOfRange(entity, range, query)
      const tag = tagOf(list, JSON.stringify(query), mediaType, encoding)
      reply.headers({
        'Rollcall-Time-Zone': entity.timeZone,
        'Rollcall-Range': range.text,
        'Rollcall-Sequence': String(list.snapshot),
        ETag: tag,
        Vary: 'Accept, Accept-Encoding',
      })
      if (isUnchanged(request, tag)) return reply.code(304).send()

      const { page, next } = query.limit ? await firstPage(database, list, query.limit, turn) : { page: list }
      if (next) reply.header('Link', linkTo(pathOf(params), { ...query, after: next }))
      const format = formats[mediaType]
      reply.type(`${mediaType}; charset=utf-8`)
      if (request.method === 'HEAD') return reply.send()

      // Refuse before reading: the chunks of a refused list only cost garbage collection.
      if (streams.isFull(request.credentialId) && (await turn(() => positionAfter(database, page)))) {
        throw new Problem('overloaded')
      }
      const read = (list: ActionList) => turn(() => readChunk(database, list, format.separator))
      const first = await read(page)
      metrics.rowsStreamed(first.matched)
      if (!first.next) {
        reply.raw.once('finish', () => free(first.records))
        return sendWhole(reply, format.whole(first), encoding)
      }
      return streams.send(reply, inPieces(format, chunksFrom(first)), encoding)

      async function* chunksFrom(chunk: Chunk) {
        yield chunk
        while (chunk.next) {
          free(chunk.records)
          chunk = await read(chunk.next)
          metrics.rowsStreamed(chunk.matched)
          yield chunk
        }
      }
    },
  )
}

/** Frees the bytes of a chunk that is sent. V8 counts memory outside its heap late: left alone, months at full load make it
 *  mark the whole heap ten times a second, for 10 ms and more. */
function free({ buffer, length }: Uint8Array<ArrayBuffer>) {
  // A shorter array shares its buffer with others.
  if (length === buffer.byteLength) buffer.transfer(0)
}

const pathOf = (params: Static<typeof ByDate>) =>
  Object.entries(params).reduce((url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)), path)
