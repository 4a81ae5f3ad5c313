import type { ChannelName } from '../../channels/registry.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { expectedUntil } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import { type PlannedStep, plan } from './plan.ts'
import { type Step, stepsOf } from './sequence.ts'
import type { ReminderSettings } from './settings.ts'

/** A visit, as far as its reminders depend on it. */
export interface RemindedVisit {
  category: string
  target: string
  times: VisitTimes
  state: State
}

/** How far the reminders of a notification are: when the service looks at them, and until when their steps are over. */
export interface Stage {
  dueAt: Instant
  until: Instant | null
}

interface Next {
  /** The reminder to send now. */
  step?: PlannedStep
  /** The channels of the reminder and of those that coincide with it. Undefined: all. */
  channels?: ChannelName[] | undefined
  /** When the next step is due; null: there is none. */
  dueAt: Instant | null
  until: Instant
}

/** Decides at `now` which reminder a visit gets, and when its next one is due. Of several steps, only the latest is sent. A step
 *  that was over when the visit was submitted, or when the sequence was changed, is not sent. A step that waits for the end of
 *  quiet hours is not over. */
export function nextReminder(settings: ReminderSettings, visit: RemindedVisit, stage: Stage, now: Instant): Next {
  const steps = plan(stepsOf(settings.reminders, visit), visit.times, settings)
  return nextStep(steps, settings, visit, stage, now)
}

/** Decides the same for the planned steps of a visit. */
export function nextStep(
  steps: PlannedStep[],
  settings: Pick<ReminderSettings, 'changedAt'>,
  visit: Pick<RemindedVisit, 'state' | 'times'>,
  stage: Stage,
  now: Instant,
): Next {
  const over = stage.until ?? now
  const since = plannedFrom(settings, stage, over)
  const [past, coming] = [
    steps.filter(({ dueAt, sendAt }) => dueAt > over && sendAt <= since),
    steps.filter(({ dueAt, sendAt }) => dueAt > over && sendAt > since),
  ]
  const due = coming.filter(({ sendAt }) => sendAt <= now)
  const later = coming.find(({ sendAt }) => sendAt > now)
  const until = Math.max(over, ...[...past, ...due].map(({ dueAt }) => dueAt))
  const step = due.findLast(({ step }) => isFor(step, visit.state))
  const isOver = expectedUntil(visit.times) <= now
  const same = due.filter((one) => one.sendAt === step?.sendAt && isFor(one.step, visit.state))
  return { ...(step && !isOver && { step, channels: channelsOf(same) }), dueAt: later?.sendAt ?? null, until }
}

/** Returns the channels of steps that coincide. Undefined: all. */
const channelsOf = (steps: PlannedStep[]): ChannelName[] | undefined =>
  steps.some(({ step }) => step.channels === undefined)
    ? undefined
    : [...new Set(steps.flatMap(({ step }) => step.channels!))]

/** Whether contacts in this state get the reminder of the step. */
export const isFor = ({ states }: Step, state: State) => states.some((one) => one === state)

/** A new visit, and a changed sequence, have only steps whose time of sending is still to come. */
const plannedFrom = ({ changedAt }: Pick<ReminderSettings, 'changedAt'>, { dueAt }: Stage, over: Instant): Instant =>
  dueAt === 0 ? over : (changedAt ?? Number.NEGATIVE_INFINITY)
