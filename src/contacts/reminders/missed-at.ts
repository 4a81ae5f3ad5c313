import { type ArrivalSettings, missedAfter, windowOf } from '../../messages/check-in/arrival-window.ts'
import { canHappen } from '../../notifications/lifecycle/transitions.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import type { State } from '../../visits/state.ts'

/** Returns when a contact has not come. */
export const missedAtOf = (times: VisitTimes, settings: ArrivalSettings): Instant =>
  windowOf(times, settings).closes + missedAfter

/** Returns when a contact in this state has not come; null: a contact in this state need not come. */
export const missesAt = (state: State, times: VisitTimes, settings: ArrivalSettings): Instant | null =>
  canHappen('miss', state) ? missedAtOf(times, settings) : null
