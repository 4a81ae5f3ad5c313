import { ByDate } from '../../entities/day-range.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { countOutcomes } from './count-outcomes.ts'
import { OutcomesQuery } from './outcomes-query.ts'
import { VisitOutcomes } from './visit-outcomes.ts'

const operation = {
  config: { personal: 'none', scope: 'notifications:read', responses: { 200: json('The counts.', VisitOutcomes) } },
  schema: {
    operationId: 'countVisitOutcomes',
    summary: 'Count the outcomes of the visits of an entity by date',
    description:
      'Counts the contacts of the visits that start on these days, by their latest answer. A contact who changed an answer counts once. `confirmed`, `another_time`, `moved`, `cancelled` and `open` add up to `notified`. The contacts of `moved` visits got another start from the clinic; those of `open` visits have not answered. `arrived` and `no_show` are separate counts. `over` counts the visits that are over, by their outcome. `to_come` counts the other visits, by their answer. Test visits do not count.',
    tags: ['notifications'],
    params: ByDate,
    querystring: OutcomesQuery,
  },
} as const

export const figureRoutes: Feature = (app, { reads, clock, database }) => {
  app.get('/v1/notifications/:entity_id/byvisit/:start_date/:end_date/outcomes', operation, async (request, reply) =>
    countOutcomes(database, request.params, request.query, clock.now(), turnOf(reads, request, reply)),
  )
}
