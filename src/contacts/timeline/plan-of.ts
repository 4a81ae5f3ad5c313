import { isAnswerable } from '../../notifications/lifecycle/transitions.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { readNotification } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { states } from '../../visits/state.ts'
import type { ReminderAddress } from '../reminders/addresses.ts'
import { comingReminders } from '../reminders/coming-reminders.ts'
import { missesAt } from '../reminders/missed-at.ts'
import { plan } from '../reminders/plan.ts'
import { stepsOf } from '../reminders/sequence.ts'
import type { ReminderSettings } from '../reminders/settings.ts'
import type { NotificationRow } from './notifications-of-visit.ts'
import type { PlanEntry } from './timeline.ts'

/** Returns what is to come for a notification, in order of time. */
export function planOf(
  settings: ReminderSettings,
  row: NotificationRow,
  addresses: Iterable<ReminderAddress>,
  now: Instant,
): PlanEntry[] {
  const visit = readNotification(row)
  const times = timesOfVisit(visit)
  const { state, next_due_at: dueAt, reminded_until: until } = row
  if (!times || !states[state].isCurrent) return []
  const steps = plan(stepsOf(settings.reminders, visit), times, settings)
  const stage = { dueAt: dueAt ?? now, until }
  const reminders = states[state].isReminded
    ? comingReminders(steps, settings, { state, times }, stage, addresses, now)
    : []
  const coming: { at: Instant | null; entry: (at: string) => PlanEntry }[] = [
    ...reminders.map(({ planned: { step, dueAt }, at, isSent, reason }) => ({
      at,
      entry: (at: string) => ({
        type: 'reminder' as const,
        at,
        due_at: formatInstant(dueAt),
        will_be_sent: isSent,
        reason,
        step,
      }),
    })),
    { at: isAnswerable(state) ? times.answersCloseAt : null, entry: (at) => ({ type: 'answers-close', at }) },
    { at: times.startsAt, entry: (at) => ({ type: 'visit', at }) },
    { at: missesAt(state, times, settings), entry: (at) => ({ type: 'no-show', at }) },
  ]
  return coming
    .filter((one): one is typeof one & { at: Instant } => one.at !== null && one.at >= now)
    .sort((one, other) => one.at - other.at)
    .map(({ at, entry }) => entry(formatInstant(at)))
}
