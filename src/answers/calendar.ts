import type { Instant } from '../instant.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Question } from './open-link.ts'
import { tongueOf } from './page.ts'

/** The appointment for a calendar (RFC 5545). Published: as a request, mail programs would add buttons that answer past us. */
export async function calendarOf({ startsAt, ...question }: Question & { startsAt: Instant }): Promise<string> {
  const { default: ical, ICalCalendarMethod } = await import('ical-generator')
  const { notification, entity } = question
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: '//Rollcall//Rollcall//EN' })
  const plugin = findPlugin(notification.category, notification.target)
  const name = plugin?.words[tongueOf({ startsAt, ...question }).language].name
  calendar.createEvent({
    id: `${notification.id}@${entity.id}`,
    start: new Date(startsAt / 1_000),
    summary: name ? `${name}: ${entity.name}` : entity.name,
  })
  return calendar.toString()
}
