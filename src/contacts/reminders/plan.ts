import { type Quiet, sendingTime } from '../../messages/quiet-hours/quiet-hours.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { subtractInZone } from '../../platform/time/zones/zone-time.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { expectedUntil } from '../../visits/plugins/registry.ts'
import type { Step } from './sequence.ts'

/** A step of a visit. */
export interface PlannedStep {
  step: Step
  /** `before` the visit. */
  dueAt: Instant
  /** When the service sends it: outside of the quiet hours. */
  sendAt: Instant
}

/** Returns the steps of a visit, in the order in which the service sends them. */
export const plan = (steps: Step[], times: VisitTimes, quiet: Quiet): PlannedStep[] =>
  steps
    .map((step) => {
      const dueAt = subtractInZone(times.startsAt, step.before, quiet.timeZone)
      const deadline = dueAt < times.answersCloseAt ? times.answersCloseAt : expectedUntil(times)
      return { step, dueAt, sendAt: sendingTime(dueAt, deadline, quiet) }
    })
    .sort((a, b) => a.sendAt - b.sendAt || a.dueAt - b.dueAt)
