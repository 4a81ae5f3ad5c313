import { Type } from 'typebox'
import { ByDate } from '../../entities/day-range.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { NotificationStatus } from '../status/status.ts'
import { ListedTask, listTasks } from './list-tasks.ts'
import { findNotificationsOfTask, NotificationFilters } from './task-notifications.ts'
import { findTask, TaskStatus } from './task-status.ts'

const TaskKey = Type.Object({
  entity_id: ByDate.properties.entity_id,
  task_id: Type.String({ description: 'The id of the task.' }),
})

const TasksQuery = Type.Object(pageQuery(50, 200), { additionalProperties: false })
const NotificationsQuery = Type.Object(
  { ...NotificationFilters.properties, ...pageQuery(100, 1_000) },
  { additionalProperties: false },
)

const scope = 'notifications:read'

const listOperation = {
  config: {
    personal: 'none',
    scope,
    responses: {
      200: json('The tasks, newest first.', Type.Array(ListedTask), 'Rollcall-Range', 'Rollcall-Time-Zone', 'Link'),
    },
  },
  schema: {
    operationId: 'listTasks',
    summary: 'List the tasks of an entity by date',
    description:
      'Returns each task that was submitted from the start of start_date to the end of end_date, in the entity\'s time zone. The counts tell its progress. `Link: rel="next"` leads to the next page.',
    tags: ['notifications'],
    params: ByDate,
    querystring: TasksQuery,
  },
} as const

const getOperation = {
  config: {
    personal: 'none',
    scope,
    responses: { 200: json('The counts by state.', TaskStatus) },
    problems: ['task-not-found'],
  },
  schema: {
    operationId: 'getTask',
    summary: 'Get the progress of a task',
    tags: ['notifications'],
    params: TaskKey,
  },
} as const

const notificationsOperation = {
  config: {
    personal: 'contacts',
    scope,
    responses: { 200: json('The notifications, ordered by id.', Type.Array(NotificationStatus), 'Link') },
    problems: ['task-not-found'],
  },
  schema: {
    operationId: 'listTaskNotifications',
    summary: 'List the notifications of a task and their deliveries',
    description:
      '`?delivery=failed` selects the notifications with a failed delivery; `reason` says why it failed. `Link: rel="next"` leads to the next page.',
    tags: ['notifications'],
    params: TaskKey,
    querystring: NotificationsQuery,
  },
} as const

export const taskRoutes: Feature = (app, { database, reads, config }) => {
  const linkTo = linksToNext(config)

  app.get('/v1/tasks/:entity_id/bydate/:start_date/:end_date', listOperation, async (request, reply) => {
    const { params, query } = request
    const { limit = 50, ...after } = query
    const turn = turnOf(reads, request, reply)
    const { tasks, next, headers } = await listTasks(database, params, { limit, ...after }, turn)
    reply.headers(headers)
    const path = `/v1/tasks/${params.entity_id}/bydate/${params.start_date}/${params.end_date}`
    if (next) reply.header('Link', linkTo(path, { limit, after: next }))
    return tasks
  })

  app.get('/v1/tasks/:entity_id/:task_id', getOperation, async ({ entityId, credentialId, params }) =>
    findTask(database, entityId, params.task_id, reads.of({ entityId, credentialId })),
  )

  app.get('/v1/tasks/:entity_id/:task_id/notifications', notificationsOperation, async (request, reply) => {
    const { entityId, credentialId, params, query } = request
    const { limit = 100, after, ...filters } = query
    const page = { limit, ...(after !== undefined && { after }) }
    const { notifications, next } = await reads.of({ entityId, credentialId })(() =>
      findNotificationsOfTask(database, entityId, params.task_id, filters, page),
    )
    const path = `/v1/tasks/${entityId}/${params.task_id}/notifications`
    if (next) reply.header('Link', linkTo(path, { ...filters, limit, after: next }))
    request.noteContacts(contactsOf(...notifications.map(({ id }) => id)))
    return notifications
  })
}
