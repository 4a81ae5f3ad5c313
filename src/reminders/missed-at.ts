import { type ArrivalSettings, windowOf } from '../checkin/arrival-window.ts'
import { hours, type Instant } from '../instant.ts'
import { canHappen } from '../notifications/lifecycle/events.ts'
import type { VisitTimes } from '../plugins/plugin.ts'
import type { State } from '../visits/state.ts'

/** A contact has not come if no arrival was marked this long after the arrival window closed. */
const missedAfter = hours(1)

/** Returns when a contact has not come. */
export const missedAtOf = (times: VisitTimes, settings: ArrivalSettings): Instant =>
  windowOf(times, settings).closes + missedAfter

/** Returns when a contact in this state has not come; null: a contact in this state need not come. */
export const missesAt = (state: State, times: VisitTimes, settings: ArrivalSettings): Instant | null =>
  canHappen('miss', state) ? missedAtOf(times, settings) : null
