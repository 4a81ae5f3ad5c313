import { Type } from 'typebox'
import type { Feature } from '../app.ts'
import { Day, storedRange } from '../entities/day-range.ts'
import { findEntity } from '../entities/entity.ts'
import { accessProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { KeptReply, listReplies } from './kept.ts'

const ByDate = Type.Object({
  entity_id: Type.String({ description: "Code of the clinic, doctor's office or hospital." }),
  start_date: Day,
  end_date: Day,
})

export const replyRoutes: Feature = (app, { database }) => {
  app.get(
    '/v1/replies/:entity_id/bydate/:start_date/:end_date',
    {
      config: {
        scope: 'notifications:read',
        answers: describeAnswers(
          { 200: json('What contacts wrote.', Type.Array(KeptReply)) },
          ...accessProblems,
          'invalid-date',
          'reversed-range',
        ),
      },
      schema: {
        summary: 'What contacts wrote back that is no answer',
        description:
          "Texts for people to read, from the start of start_date to the end of end_date in the entity's time zone.",
        tags: ['notifications'],
        params: ByDate,
        querystring: NoQuery,
      },
    },
    async ({ entityId, params }) => {
      const { time_zone } = (await findEntity(database, entityId))!
      return listReplies(database, entityId, storedRange(params.start_date, params.end_date, time_zone))
    },
  )
}
