import type { ArrivalStatus, Entity } from '../../../client/client.ts'
import { defaultArrivalWindow } from '../../../client/default-arrival-window.ts'
import type { DeskVisit } from '../day/desk-visit.ts'
import { minRetryAfterSeconds, type Outcome, type Verdict } from './verdict.ts'

/** The outcome of a visit that its contact, or the clinic, no longer wants at this time. */
const unexpected: Record<ArrivalStatus['notification_state'], Outcome | undefined> = {
  open: undefined,
  confirmed: undefined,
  arrived: undefined,
  imported: undefined,
  // Staff can still mark the arrival, with a reason.
  'no-show': undefined,
  cancelled: 'cancelled-by-contact',
  rescheduling: 'another-time',
  superseded: 'moved',
  withdrawn: 'cancelled',
}

/** Returns the verdict about a visit. It does not depend on how the visit was found. */
export function judge(status: ArrivalStatus): Verdict {
  const { state, notification_state } = status
  if (state === 'arrived') return { outcome: 'already-arrived', at: status.arrived_at }
  const outcome = unexpected[notification_state]
  if (outcome) return { outcome, needsReason: state !== 'possible' }
  if (state === 'possible') return { outcome: 'expected' }
  return {
    outcome: state,
    at: state === 'too-early' ? status.window_opens_at : status.window_closes_at,
    needsReason: true,
  }
}

/** Judges a visit that this device keeps, without a connection. The service decides when the arrival is sent. */
export function judgeOnDevice(visit: DeskVisit, entity: Entity, now: number): Verdict {
  const { arrive_early = defaultArrivalWindow.arrive_early, arrive_late = defaultArrivalWindow.arrive_late } = entity
  const start = Date.parse(visit.starts_at)
  const opens = start - arrive_early * 60_000
  // The contacts of a campaign come until its end.
  const closes = Math.max(start + arrive_late * 60_000, Date.parse(visit.params.end ?? visit.starts_at))
  const windowState = now < opens ? 'too-early' : now >= closes ? 'too-late' : 'possible'
  const verdict = judge({
    state: visit.arrived_at === undefined ? windowState : 'arrived',
    ...(visit.arrived_at !== undefined && { arrived_at: visit.arrived_at }),
    notification_state: visit.state,
    window_opens_at: new Date(opens).toISOString(),
    window_closes_at: new Date(closes).toISOString(),
  })
  // Another desk may have marked the arrival meanwhile, so this is not an expected contact.
  const outcome = verdict.outcome === 'expected' ? 'listed' : verdict.outcome
  return { ...verdict, outcome, record: visit, isFromDevice: true, retryAfterSeconds: minRetryAfterSeconds }
}
