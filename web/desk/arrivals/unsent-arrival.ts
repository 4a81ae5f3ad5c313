import type { UnsentArrival } from '../device-database.ts'
import type { Verdict } from '../verdict/verdict.ts'

/** The states of an arrival that the service has not recorded:
 *  - `marking`: its first request is under way;
 *  - `waiting`: it waits for a connection, or for a person to sign in;
 *  - `sending`: a later request is under way;
 *  - `discarded`: the receptionist discarded it during a later request;
 *  - `refused`: the service refused it, and the receptionist has not read why;
 *  - `gone`: this device has forgotten it. */
export type UnsentState = 'marking' | 'waiting' | 'sending' | 'discarded' | 'refused' | 'gone'

export type UnsentEvent =
  /** This device sends its arrivals, and this one is next. */
  | 'turn'
  /** The ends of a request. `refused-in-sight`: the verdict is on the screen. */
  | 'unanswered'
  | 'recorded'
  | 'refused'
  | 'refused-in-sight'
  | 'discard'
  /** The receptionist looks the visit up. */
  | 'look-up'

/** `announce` tells the other tabs of this device that it waits. */
type UnsentAction = 'announce' | 'drop' | 'note-refusal'

interface Step {
  to: UnsentState
  action?: UnsentAction
}

const forget: Step = { to: 'gone', action: 'drop' }
const refuse: Step = { to: 'refused', action: 'note-refusal' }

/** An event without a step changes nothing. */
const transitions: Record<UnsentState, Partial<Record<UnsentEvent, Step>>> = {
  marking: {
    recorded: forget,
    refused: refuse,
    'refused-in-sight': forget,
    unanswered: { to: 'waiting', action: 'announce' },
  },
  waiting: { turn: { to: 'sending' }, discard: forget },
  sending: { recorded: forget, refused: refuse, unanswered: { to: 'waiting' }, discard: { to: 'discarded' } },
  // The service may have recorded it. A lookup shows that.
  discarded: { recorded: forget, refused: forget, unanswered: forget },
  refused: { 'look-up': forget },
  gone: {},
}

export const nextUnsent = (state: UnsentState, event: UnsentEvent): Step => transitions[state][event] ?? { to: state }

/** Whether a request of this tab is about the arrival. Otherwise, the device's database has the state. */
export const isUnderWay = (state: UnsentState) => state === 'marking' || state === 'sending' || state === 'discarded'

export const storedState = ({ refusal }: UnsentArrival): UnsentState => (refusal === undefined ? 'waiting' : 'refused')

/** Whether the service may still record the arrival: when it can be reached, or when a person has signed in. */
export const isPending = ({ outcome, retryAfterSeconds }: Verdict) =>
  retryAfterSeconds !== undefined || outcome === 'person-required'

/** Returns the event of a request that ended with this verdict.
 *  @param isInSight whether the verdict is on the screen */
export function endOfRequest(verdict: Verdict, isInSight: boolean): UnsentEvent {
  const { outcome } = verdict
  if (isPending(verdict)) return 'unanswered'
  if (outcome === 'arrived') return 'recorded'
  return isInSight ? 'refused-in-sight' : 'refused'
}
