import type { Entity } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import { pickLocale } from '../languages.ts'
import type { Notification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'

interface Appointment {
  entity: Entity
  notification: Notification
  state: State
  startsAt: Instant
}

/** Returns the appointment as iCalendar (RFC 5545), tentative until confirmed. The method is PUBLISH: for REQUEST, mail
 *  programs show buttons whose answers would not reach the service. */
export async function calendarOf({ entity, notification, state, startsAt }: Appointment): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: '//Rollcall//Rollcall//EN' })
  const { language } = pickLocale(notification.contact.language, entity.language)
  const name = findPlugin(notification.category, notification.target)?.words[language].name
  const isConfirmed = state === 'confirmed'
  calendar.createEvent({
    id: `${notification.id}@${entity.id}`,
    // A higher sequence replaces the tentative entry.
    sequence: isConfirmed ? 1 : 0,
    status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    start: new Date(startsAt / 1_000),
    summary: name ? `${name}: ${entity.name}` : entity.name,
  })
  return calendar.toString()
}
