import { Type } from 'typebox'
import { ByDate, storedRange } from '../entities/day-range.ts'
import { findEntity, Id } from '../entities/entity.ts'
import type { Feature } from '../http/feature.ts'
import { linksToNext, PlaceCursor, pageQuery } from '../http/pages.ts'
import { accessProblems, describeAnswers, json, NoQuery } from '../http/reference.ts'
import { findNotificationsOfTask, NotificationFilters } from './find.ts'
import { ListedTask, listTasks } from './list-tasks.ts'
import { NotificationStatus } from './status.ts'
import { findTask, TaskStatus } from './task-status.ts'

const TaskKey = Type.Object({ entity_id: ByDate.properties.entity_id, task_id: Type.String() })

const TasksQuery = Type.Object(pageQuery(50, 200, PlaceCursor), { additionalProperties: false })
const NotificationsQuery = Type.Object(
  { ...NotificationFilters.properties, ...pageQuery(100, 1_000, Id) },
  { additionalProperties: false },
)

const scope = 'notifications:read'
const tags = ['notifications']

export const taskRoutes: Feature = (app, { database, reads, config }) => {
  const linkTo = linksToNext(config)

  app.get(
    '/v1/tasks/:entity_id/bydate/:start_date/:end_date',
    {
      config: {
        scope,
        answers: describeAnswers(
          { 200: json('The tasks, newest first.', Type.Array(ListedTask)) },
          ...accessProblems,
          'invalid-date',
          'reversed-range',
          'invalid-parameter',
        ),
      },
      schema: {
        summary: 'List tasks by entity and date',
        description:
          'Every task that was handed over from the start of start_date to the end of end_date, both in the entity\'s time zone, newest first, and how far it has come. `Link: rel="next"` leads to those that did not fit.',
        tags,
        params: ByDate,
        querystring: TasksQuery,
      },
    },
    async ({ entityId, credentialId, params, query }, reply) => {
      const { start_date, end_date } = params
      const { limit = 50, ...after } = query
      const { time_zone } = (await findEntity(database, entityId))!
      const range = storedRange(start_date, end_date, time_zone)
      const { tasks, next } = await listTasks(database, entityId, range, { limit, ...after }, reads.of(credentialId))
      reply.headers({ 'Rollcall-Time-Zone': time_zone, 'Rollcall-Range': range.text })
      const path = `/v1/tasks/${entityId}/bydate/${start_date}/${end_date}`
      if (next) reply.header('Link', linkTo(path, { limit, after: next }))
      return tasks
    },
  )

  app.get(
    '/v1/tasks/:entity_id/:task_id',
    {
      config: {
        scope,
        answers: describeAnswers({ 200: json('Counts by state.', TaskStatus) }, ...accessProblems, 'task-not-found'),
      },
      schema: { summary: 'How far a task has come', tags, params: TaskKey, querystring: NoQuery },
    },
    async ({ entityId, credentialId, params }) => findTask(database, entityId, params.task_id, reads.of(credentialId)),
  )

  app.get(
    '/v1/tasks/:entity_id/:task_id/notifications',
    {
      config: {
        scope,
        answers: describeAnswers(
          { 200: json('How each stands.', Type.Array(NotificationStatus)) },
          ...accessProblems,
          'invalid-parameter',
          'task-not-found',
        ),
      },
      schema: {
        summary: "How a task's notifications and their deliveries stand",
        description:
          'By id; `?delivery=failed` leaves those with a delivery that failed, and says why. `Link: rel="next"` leads to those that did not fit.',
        tags,
        params: TaskKey,
        querystring: NotificationsQuery,
      },
    },
    async ({ entityId, credentialId, params, query }, reply) => {
      const { limit = 100, after = '', ...filters } = query
      const page = { limit, after }
      const { notifications, next } = await reads.of(credentialId)(() =>
        findNotificationsOfTask(database, entityId, params.task_id, filters, page),
      )
      const path = `/v1/tasks/${entityId}/${params.task_id}/notifications`
      if (next) reply.header('Link', linkTo(path, { ...filters, limit, after: next }))
      return notifications
    },
  )
}
