import { ByDate } from '../../entities/day-range.ts'
import { turnOf } from '../../http/connection-lost.ts'
import type { Feature } from '../../http/feature.ts'
import { accessProblems, describeResponses, json, NoQuery } from '../../http/reference.ts'
import { listVisits } from './list-visits.ts'
import { countOutcomes, VisitOutcomes } from './outcomes.ts'

const operation = {
  config: {
    scope: 'notifications:read',
    responses: describeResponses(
      { 200: json('The counts.', VisitOutcomes) },
      ...accessProblems,
      ...(['invalid-date', 'reversed-range', 'invalid-parameter'] as const),
    ),
  },
  schema: {
    operationId: 'countVisitOutcomes',
    summary: 'Count the outcomes of the visits of an entity by date',
    description:
      'Counts contacts, not their actions: of the contacts who were notified of a visit that starts on these days, how many confirmed, asked for another time, were given one by the clinic, cancelled, have not answered yet, and arrived. A contact who changed an answer counts once, with the last answer. `confirmed`, `another_time`, `moved`, `cancelled` and `open` add up to `notified`.',
    tags: ['notifications'],
    params: ByDate,
    querystring: NoQuery,
  },
} as const

export const outcomeRoutes: Feature = (app, { reads, readRouter }) => {
  const database = readRouter.available
  app.get('/v1/notifications/:entity_id/byvisit/:start_date/:end_date/outcomes', operation, async (request, reply) => {
    const { list } = await listVisits(database, request.params, {})
    return countOutcomes(database, list, turnOf(reads, request, reply))
  })
}
