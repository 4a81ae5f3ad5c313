import type { ChannelName } from '../../channels/registry.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { apartMicros, type ReminderAddress } from './addresses.ts'
import { isFor, nextStep, type RemindedVisit, type Stage } from './next-reminder.ts'
import type { PlannedStep } from './plan.ts'
import type { ReminderSettings } from './settings.ts'

/** When and why a reminder is sent: at its time, or moved out of the quiet hours. */
export const sendingReasons = ['on-time', 'after-quiet-hours', 'before-quiet-hours'] as const
/** Why the service does not send a reminder: the state of the notification, a later step at the same time, a message to each
 *  address within the hour before, or no address that takes messages. */
export const omissionReasons = ['other-states', 'coincides', 'within-an-hour', 'no-address'] as const

type ReminderReason = (typeof sendingReasons)[number] | (typeof omissionReasons)[number]

/** A reminder that is to come, or that the service will leave out. */
export interface ComingReminder {
  planned: PlannedStep
  at: Instant
  isSent: boolean
  reason: ReminderReason
}

/** When a step is sent, and in which channels. Undefined: in all. */
interface Choice {
  at: Instant
  channels: ChannelName[] | undefined
}

/** Returns the reminders of a visit that are still to come, in their order, by the rules that send them.
 *  @param steps the planned steps of the visit */
export function comingReminders(
  steps: PlannedStep[],
  settings: Pick<ReminderSettings, 'changedAt'>,
  visit: Pick<RemindedVisit, 'state' | 'times'>,
  stage: Stage,
  addresses: Iterable<ReminderAddress>,
  now: Instant,
): ComingReminder[] {
  const chosen = new Map<PlannedStep, Choice>()
  const first = nextStep(steps, settings, visit, stage, now)
  for (let at = now, next = first; ; ) {
    if (next.step) chosen.set(next.step, { at, channels: next.channels })
    if (next.dueAt === null) break
    at = next.dueAt
    next = nextStep(steps, settings, visit, { dueAt: at, until: next.until }, at)
  }
  const lastAt = new Map([...addresses].map((address) => [address, address.freeFrom]))
  return steps
    .filter((planned) => chosen.has(planned) || (planned.dueAt > first.until && planned.sendAt > now))
    .map((planned) => {
      const at = chosen.get(planned)?.at ?? planned.sendAt
      const omitted = omission(planned, chosen, visit, lastAt, at)
      return { planned, at, isSent: omitted === undefined, reason: omitted ?? sendingReason(planned) }
    })
}

/** Notes the addresses that get the reminder, or returns why nobody does. */
function omission(
  planned: PlannedStep,
  chosen: ReadonlyMap<PlannedStep, Choice>,
  visit: Pick<RemindedVisit, 'state'>,
  freeFrom: Map<ReminderAddress, Instant | undefined>,
  at: Instant,
): (typeof omissionReasons)[number] | undefined {
  if (!isFor(planned.step, visit.state)) return 'other-states'
  const one = chosen.get(planned)
  if (!one) return 'coincides'
  const { channels } = one
  const meant = [...freeFrom].filter(
    ([{ channel }, from]) => from !== undefined && (channels?.includes(channel) ?? true),
  )
  if (meant.length === 0) return 'no-address'
  const free = meant.filter(([, from]) => from! <= at)
  for (const [address] of free) freeFrom.set(address, at + apartMicros)
  return free.length === 0 ? 'within-an-hour' : undefined
}

const sendingReason = ({ dueAt, sendAt }: PlannedStep) =>
  sendAt === dueAt ? 'on-time' : sendAt > dueAt ? 'after-quiet-hours' : 'before-quiet-hours'
