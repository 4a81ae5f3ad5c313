import { transitions } from '../../notifications/lifecycle/transitions.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { readNotification } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { missedAtOf } from '../reminders/missed-at.ts'
import type { ReminderSettings } from '../reminders/settings.ts'
import { isSameContact, type NotificationRow } from './notifications-of-visit.ts'
import type { PlacedEvent } from './placed-event.ts'
import { type Submitters, submitter } from './submissions.ts'

/** Staff may have marked the arrival of a contact who had not come. */
export function missEvents(notification: NotificationRow, settings: ReminderSettings): PlacedEvent[] {
  const { state, arrived_from } = notification
  const times = timesOfVisit(readNotification(notification))
  if (!times || ![state, arrived_from].includes(transitions.miss.to)) return []
  return [{ place: missedAtOf(times, settings), event: { type: 'no-show' } }]
}

/** How another notification, or the clinic, ended this one. */
export function endEvents(
  notification: NotificationRow,
  successor: NotificationRow | undefined,
  submitters: Submitters,
): PlacedEvent[] {
  const { withdrawn_at, withdrawn_by, superseded_by, starts_at } = notification
  if (withdrawn_at !== null)
    return [{ place: withdrawn_at, event: { type: 'withdrawn', at: formatInstant(withdrawn_at), by: withdrawn_by! } }]
  if (superseded_by === null) return []
  // History dates no notification.
  if (!successor || successor.created_at === null)
    return [{ place: Number.POSITIVE_INFINITY, event: { type: 'replaced', superseded_by } }]
  const { created_at: place, starts_at: newStart } = successor
  const replaced = { at: formatInstant(place), ...submitter(successor, submitters), superseded_by }
  const isMoved = isSameContact(successor, notification) && newStart !== starts_at
  return [
    {
      place,
      event: isMoved
        ? { type: 'moved', ...replaced, ...starts(starts_at, newStart) }
        : { type: 'replaced', ...replaced },
    },
  ]
}

const starts = (from: Instant | null, to: Instant | null) => ({
  ...(from !== null && { moved_from: formatInstant(from) }),
  ...(to !== null && { starts_at: formatInstant(to) }),
})
