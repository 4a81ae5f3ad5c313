import { missedAfter } from '../../messages/check-in/arrival-window.ts'
import type { Reach } from '../../messages/delivery/reach.ts'
import { hours, type Instant, type Microseconds } from '../../platform/time/instant.ts'
import type { State } from '../../visits/state.ts'
import type { CountedVisit } from './counted-visits.ts'
import { type ContactCounts, type EndedVisits, lateHours } from './visit-outcomes.ts'

/** `unknown`: history has no answer of the contact. */
type Outcome = Exclude<keyof ContactCounts, 'notified' | 'no_show' | 'arrived'> | 'unknown'
type End = Exclude<keyof EndedVisits, 'visits' | 'arrived'>

interface Rule {
  /** Returns undefined for visits that do not count. */
  outcomeOf(visit: CountedVisit): Outcome | undefined
  /** How a visit ended that is over and to which the contact did not come; undefined for visits that do not count.
   *  @param missedAt when the service noted that the contact had not come */
  endOf(visit: CountedVisit, missedAt: Instant): End | undefined
}

const ofReach = { reached: 'open', waiting: 'waiting', unreached: 'unreached' } as const satisfies Record<
  Reach,
  Outcome
>
const ofAnswer = { confirm: 'confirmed', reschedule: 'another_time', cancel: 'cancelled' } as const

/** A wish after a missed visit does not change that the contact missed it. */
const endOfWish = ({ answered_at, expected_until }: CountedVisit) =>
  answered_at !== null && answered_at >= expected_until ? 'no_show' : 'another_time'

const endOfCancellation = ({ answered_at, starts_at }: CountedVisit) =>
  answered_at !== null && answered_at > starts_at - hours(lateHours) ? 'cancelled_late' : 'cancelled_in_time'

const endIfDeclined = (visit: CountedVisit): End | undefined => {
  if (visit.answer === 'reschedule') return endOfWish(visit)
  return visit.answer === 'cancel' ? endOfCancellation(visit) : undefined
}

/** The outcome in each state before an arrival. */
export const outcomes: Record<State, Rule> = {
  open: { outcomeOf: ({ reach }) => ofReach[reach], endOf: () => 'unknown' },
  confirmed: { outcomeOf: () => 'confirmed', endOf: () => 'unknown' },
  rescheduling: { outcomeOf: () => 'another_time', endOf: endOfWish },
  cancelled: { outcomeOf: () => 'cancelled', endOf: endOfCancellation },
  arrived: { outcomeOf: () => undefined, endOf: () => undefined },
  'no-show': {
    outcomeOf: ({ answer, reach }) => (answer === 'confirm' ? 'confirmed' : ofReach[reach]),
    endOf: () => 'no_show',
  },
  superseded: {
    outcomeOf: ({ reach }) => (reach === 'reached' ? 'moved' : undefined),
    // The clinic gave a new time to a contact who had not come.
    endOf: (visit, missedAt) =>
      visit.moved_at !== null && visit.moved_at >= missedAt ? (endIfDeclined(visit) ?? 'no_show') : undefined,
  },
  // A visit that the clinic withdrew counts only if the contact had declined it.
  withdrawn: {
    outcomeOf: ({ answer }) => (answer === 'confirm' || !answer ? undefined : ofAnswer[answer]),
    endOf: endIfDeclined,
  },
  // History contains no states.
  imported: {
    outcomeOf: ({ answer }) => (answer ? ofAnswer[answer] : 'unknown'),
    endOf: (visit) => endIfDeclined(visit) ?? 'unknown',
  },
}

/** Returns when the service notes that the contact has not come, if staff can mark an arrival `arriveLate` after the start. */
export const missedAtOf = ({ starts_at, expected_until }: CountedVisit, arriveLate: Microseconds): Instant =>
  Math.max(starts_at + arriveLate, expected_until) + missedAfter
