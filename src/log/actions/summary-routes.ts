import { ByDate, storedRange } from '../../entities/day-range.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { isUnchanged, negotiateJson } from '../../platform/http/negotiation.ts'
import { json, response } from '../../platform/http/reference.ts'
import { encode, withEncoding } from '../../platform/http/streaming.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { etagOf } from './action-range.ts'
import { countHours } from './count-hours.ts'
import { ActionSummary, addUp } from './summary.ts'

const headers = ['ETag', 'Rollcall-Range', 'Rollcall-Sequence', 'Rollcall-Time-Zone'] as const

const responses = {
  200: json('The counts. The feed of actions continues after `Rollcall-Sequence`.', ActionSummary, ...headers),
  304: response('Nothing has changed since the response that If-None-Match names.', {}, ...headers),
}

export const summaryRoutes: Feature = (app, { database, reads }) => {
  app.get(
    '/v1/metrics/notifications/actions/:entity_id/summary/:start_date/:end_date',
    {
      config: {
        scope: 'actions:read',
        requestHeaders: ['If-None-Match'],
        responses,
        problems: ['not-acceptable'],
      },
      schema: {
        operationId: 'summarizeActions',
        summary: 'Count the actions of an entity by day, hour and lead time',
        description:
          "Counts the actions from the start of start_date to the end of end_date, in the entity's time zone: by day and channel, by hour of the day, and by days before the visit. The response has an ETag. The service compresses it with gzip or zstd on request.",
        tags: ['actions'],
        params: ByDate,
      },
    },
    async (request, reply) => {
      const { entityId, params } = request
      const { start_date, end_date } = params
      const { encoding } = negotiateJson(request)
      const turn = turnOf(reads, request, reply)

      const { timeZone, snapshot } = await listedEntity(database, entityId)
      const range = storedRange(start_date, end_date, timeZone)
      const whole = { entityId, snapshot, fromAt: range.from, fromKey: 0, toAt: range.to, toKey: 0 }
      const tag = etagOf(whole, 'summary', timeZone, start_date, end_date, encoding)
      const counts = isUnchanged(request, tag)
        ? undefined
        : await addUp(countHours(database, { ...whole, timeZone }, turn))
      reply.headers({
        'Rollcall-Time-Zone': timeZone,
        'Rollcall-Range': range.text,
        'Rollcall-Sequence': String(snapshot),
        ETag: tag,
        Vary: 'Accept, Accept-Encoding',
      })
      if (!counts) return reply.code(304).send()
      const summary: ActionSummary = {
        entity_id: entityId,
        start_date,
        end_date,
        time_zone: timeZone,
        ...counts,
      }
      reply.type('application/json; charset=utf-8')
      return withEncoding(reply, await encode(Buffer.from(JSON.stringify(summary)), encoding), encoding)
    },
  )
}
