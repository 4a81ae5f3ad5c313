import { quietUntil } from '../../messages/quiet-hours/quiet-hours.ts'
import { NotificationPath } from '../../notifications/status/find.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { type NotificationKey, readNotification } from '../../visits/notification.ts'
import { expectedUntil, timesOfVisit } from '../../visits/plugins/registry.ts'
import { reminderAddresses } from '../reminders/addresses.ts'
import { type ReminderSettings, reminderSettings } from '../reminders/settings.ts'
import { eventsOf } from './events-of.ts'
import { type NotificationRow, timelineColumns } from './notifications-of-visit.ts'
import { planOf } from './plan-of.ts'
import { Timeline } from './timeline.ts'

const operation = {
  config: {
    personal: 'contact',
    scope: 'notifications:read',
    responses: { 200: json('The timeline.', Timeline) },
    problems: ['notification-not-found'],
  },
  schema: {
    operationId: 'getTimeline',
    summary: 'Get the timeline of a notification',
    description:
      'Returns what happened to the visit, oldest first, and what is to come: its reminders with the reason for each, the end of answers, and when the contact has not come. The rules that send the reminders make the plan. If the clinic moved the visit, the events span its latest 20 notifications to the same contact, whichever of them is asked for. They have the latest 1,000 actions, the latest 1,000 messages and the latest 1,000 notes.',
    tags: ['notifications'],
    params: NotificationPath,
  },
} as const

export const timelineRoutes: Feature = (app, { database, reads, clock }) => {
  app.get(
    '/v1/notifications/:entity_id/:notification_id/timeline',
    operation,
    async ({ entityId, credentialId, params: { notification_id: id } }) =>
      reads.of({ entityId, credentialId })(() => timelineOf(database, { entityId, id }, clock.now())),
  )
}

/** @throws Problem notification-not-found */
async function timelineOf(database: Database, { entityId, id }: NotificationKey, now: Instant): Promise<Timeline> {
  const [row, settings, addresses] = await Promise.all([
    database
      .selectFrom('notifications')
      .select(timelineColumns)
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id)
      .executeTakeFirst(),
    reminderSettings(database, entityId),
    reminderAddresses(database, entityId, [id]),
  ])
  if (!row) throw new Problem('notification-not-found')
  const waitsUntil = quietUntilOf(row, settings, now)
  return {
    state: row.state,
    ...(waitsUntil !== undefined && { quiet_until: formatInstant(waitsUntil) }),
    events: await eventsOf(database, row, settings, now),
    plan: planOf(settings, row, addresses.get(id)?.values() ?? [], now),
  }
}

/** Returns until when a reminder at the request of staff waits; undefined: it would go at once. */
function quietUntilOf(row: NotificationRow, settings: ReminderSettings, now: Instant): Instant | undefined {
  const times = timesOfVisit(readNotification(row))
  if (!times) return undefined
  const deadline = now < times.answersCloseAt ? times.answersCloseAt : expectedUntil(times)
  return quietUntil(now, deadline, settings)
}
